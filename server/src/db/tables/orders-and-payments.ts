import type { Action } from '@vitrine/contract/actions';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface OrderTable {
  store_id: string;
  id: string;
  reference: string;
  number: Generated<number>;
  kind: Generated<'sale' | 'manual'>;
  status: Generated<'pending' | 'completed' | 'cancelled'>;
  client: number;
  discord_id: string;
  customer_name: string | null;
  email: string | null;
  payment_method: 'pix' | 'credit_card' | 'mercado_pago_checkout_pro' | 'manual';
  subtotal_centavos: number;
  discount_centavos: Generated<number>;
  total_centavos: number;
  discount_id: string | null;
  coupon: string | null;
  variables: Generated<Json<Record<string, string>>>;
  chosen: Generated<Json<string[] | null>>;
  reserved: Generated<boolean>;
  note: string | null;
  actor: string | null;
  reason: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  completed_at: Timestamp | null;
  cancelled_at: Timestamp | null;
  expiring_at: Timestamp | null;
  restocked_at: Timestamp | null;
  erase_asked_at: Timestamp | null;
  erased_at: Timestamp | null;
  holder: Buffer | null;
  holder_wide: Buffer | null;
  proven: 'discord' | 'email' | null;
  counted: Generated<boolean>;
  opened_at: Timestamp | null;
  pay_until: Timestamp | null;
  ended_by: string | null;
}

export interface UnpaidHoldTable {
  store_id: string;
  holder: Buffer;
  product_id: string;
  held: number;
}

export interface OrderNumberNextTable {
  store_id: string;
  last: number;
}

export interface OrderItemTable {
  store_id: string;
  order_id: string;
  id: string;
  position: number;
  product_id: string;
  name: string;
  image: string | null;
  quantity: number;
  unit_centavos: number;
  line_centavos: number;
  discount_centavos: Generated<number>;
  remove_days: number | null;
  stocked: boolean;
  actions: Json<Action[]>;
}

export interface OrderHistoryTable {
  store_id: string;
  order_id: string;
  id: string;
  status: string;
  reason: string | null;
  actor: string | null;
  at: Generated<Timestamp>;
}

export interface DiscountUseTable {
  store_id: string;
  discount_id: string;
  order_id: string;
  identity: string | null;
  counts: Generated<boolean>;
  released_at: Timestamp | null;
}

export interface IdempotencyKeyTable {
  store_id: string;
  scope: string;
  key: string;
  request_hash: Buffer;
  order_id: string | null;
  answer: Json | null;
  status: number | null;
  working_until: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
}

export interface PaymentTable {
  store_id: string;
  id: string;
  order_id: string;
  adapter: 'payments' | 'orders' | 'preference';
  method: 'pix' | 'credit_card' | 'mercado_pago_checkout_pro';
  status: Generated<
    | 'created'
    | 'pending'
    | 'in_process'
    | 'approved'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | 'refunded'
    | 'charged_back'
  >;
  amount_centavos: number;
  refunded_centavos: Generated<number>;
  idempotency_key: string;
  provider_id: string | null;
  preference_id: string | null;
  provider_order_id: string | null;
  provider_status: string | null;
  provider_detail: string | null;
  provider_updated_at: Timestamp | null;
  init_point: string | null;
  pix_code: string | null;
  flag: string | null;
  expires_at: Timestamp | null;
  next_check_at: Timestamp | null;
  checks: Generated<number>;
  checked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface PaymentHistoryTable {
  store_id: string;
  payment_id: string;
  id: string;
  status: string;
  detail: string | null;
  at: Generated<Timestamp>;
}

export interface RefundTable {
  store_id: string;
  id: string;
  payment_id: string;
  amount_centavos: number;
  status: Generated<'requested' | 'in_process' | 'approved' | 'rejected'>;
  reason: string;
  note: string | null;
  actor: string | null;
  idempotency_key: string;
  provider_id: string | null;
  problem: string | null;
  next_check_at: Timestamp | null;
  checks: Generated<number>;
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
}

export interface PaymentNoticeTable {
  store_id: string;
  id: string;
  topic: string;
  resource_id: string;
  action: string;
  notice_id: string;
  signature: 'valid' | 'invalid' | 'absent' | 'unchecked';
  received_at: Generated<Timestamp>;
  handled_at: Timestamp | null;
  attempts: Generated<number>;
  tried_at: Timestamp | null;
  next_at: Generated<Timestamp | null>;
}
