import type { Generated, Timestamp } from './columns.ts';

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
  status: Generated<'requested' | 'in_process' | 'approved' | 'returned' | 'rejected'>;
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
  scope: Generated<'whole' | 'items' | 'value'>;
  part_check_at: Timestamp | null;
}

export interface RefundItemTable {
  store_id: string;
  refund_id: string;
  order_id: string;
  item_id: string;
  units: number;
  amount_centavos: number;
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
