import type { Generated, Timestamp } from './columns.ts';

export interface SubscriptionTable {
  store_id: string;
  plan_id: string;
  paid_until: Timestamp;
  updated_at: Generated<Timestamp>;
}

export interface PlanReminderTable {
  store_id: string;
  paid_until: Timestamp;
  kind: 'soon' | 'ended';
  at: Generated<Timestamp>;
}

export interface SubscriptionPaymentTable {
  store_id: string;
  id: string;
  plan_id: string;
  centavos: number;
  months: Generated<number>;
  method: string;
  status: 'pending' | 'paid' | 'cancelled' | 'refunded' | 'charged_back';
  reference: string;
  provider_id: string | null;
  idempotency_key: string;
  init_point: string | null;
  preference_id: string | null;
  next_check_at: Timestamp | null;
  checks: Generated<number>;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
  paid_at: Timestamp | null;
}
