import type { Action } from '@vitrine/contract/actions';
import type { KeptOption } from '@vitrine/contract/product-options';
import type { GeneratedAlways } from 'kysely';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface OrderTable {
  store_id: string;
  id: string;
  reference: string;
  number: Generated<number>;
  kind: Generated<'sale' | 'manual' | 'rehearsal'>;
  status: Generated<'pending' | 'completed' | 'cancelled'>;
  client: number;
  players: string[] | null;
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
  chosen: Json<string[]> | null;
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
  /** Where the buyer chose a server: its seat. */
  seat_id: string | null;
  erase_asked_at: Timestamp | null;
  erased_at: Timestamp | null;
  holder: Buffer | null;
  holder_wide: Buffer | null;
  proven: 'discord' | 'email' | null;
  counted: Generated<boolean>;
  opened_at: Timestamp | null;
  pay_until: Timestamp | null;
  ended_by: string | null;
  buyer: Buffer | null;
  buyer_cart: Buffer | null;
  corrections: Generated<number>;
  /** What of its money went back. */
  refunded_centavos: Generated<number>;
  /** What a search finds the order by. */
  words: GeneratedAlways<string | null>;
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
  /** The buyer's answers to its options. */
  options: Generated<Json<KeptOption[]>>;
  /** Units that refunds returned. */
  returned: Generated<number>;
  /** Returned units that are in the stock again. */
  restocked: Generated<number>;
  returned_at: Timestamp | null;
  /** When the store took back what it gave, without a refund. */
  revoked_at: Timestamp | null;
}

export interface OrderRemarkTable {
  store_id: string;
  id: string;
  order_id: string;
  text: string;
  actor: string;
  created_at: Generated<Timestamp>;
}

export interface OrderTagTable {
  store_id: string;
  order_id: string;
  tag: string;
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

export interface OrderNumberNextTable {
  store_id: string;
  last: number;
}

export interface DiscountUseTable {
  store_id: string;
  discount_id: string;
  order_id: string;
  identity: string | null;
  counts: Generated<boolean>;
  released_at: Timestamp | null;
}

export interface ProductBuyerTable {
  store_id: string;
  product_id: string;
  client: number | null;
  player: string | null;
  buyer: GeneratedAlways<string>;
  units: number;
}

export interface UnpaidHoldTable {
  store_id: string;
  holder: Buffer;
  product_id: string;
  held: number;
}
