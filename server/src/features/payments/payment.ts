import type { OrderPaymentMethod, PaymentStatus } from '@vitrine/contract/orders';

/**
 * A payment's states, apart from its order's (facts/mercado-pago.md, 4 and 6). The last states of unpaid attempts are
 * not final: if the provider says later that one was paid, it was paid.
 */
const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ['pending', 'in_process', 'approved', 'rejected', 'cancelled', 'expired', 'refunded', 'charged_back'],
  pending: ['in_process', 'approved', 'rejected', 'cancelled', 'expired', 'refunded', 'charged_back'],
  in_process: ['approved', 'rejected', 'cancelled', 'expired', 'refunded', 'charged_back'],
  rejected: ['approved', 'refunded', 'charged_back'],
  cancelled: ['approved', 'refunded', 'charged_back'],
  expired: ['approved', 'refunded', 'charged_back'],
  approved: ['refunded', 'charged_back'],
  charged_back: ['refunded'],
  refunded: [],
};

/** Whether the table allows the move. */
export function mayMovePayment(from: PaymentStatus, to: PaymentStatus): boolean {
  return paymentMoves[from].includes(to);
}

/** States in which money may still arrive by itself. */
export const liveStatuses = ['created', 'pending', 'in_process'] as const satisfies readonly PaymentStatus[];

/** Whether money may still arrive by itself. */
export function isLive(status: PaymentStatus): boolean {
  return liveStatuses.some((live) => live === status);
}

/** The three ways to charge (facts/mercado-pago.md, 1.2). */
export type Adapter = 'payments' | 'orders' | 'preference';

/** The ways to charge a method, in the order of trying. The one that the store's account accepted last comes first. */
export function adaptersFor(method: OrderPaymentMethod, remembered: Adapter | null): Adapter[] {
  if (method !== 'pix') return ['preference'];
  const all: Adapter[] = ['payments', 'orders', 'preference'];
  return remembered ? [remembered, ...all.filter((adapter) => adapter !== remembered)] : all;
}

const paymentStatuses: Record<string, PaymentStatus> = {
  pending: 'pending',
  authorized: 'in_process',
  in_process: 'in_process',
  approved: 'approved',
  in_mediation: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'charged_back',
};
const orderStatuses: Record<string, PaymentStatus> = {
  created: 'pending',
  action_required: 'pending',
  processing: 'in_process',
  processed: 'approved',
  failed: 'rejected',
  canceled: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  charged_back: 'charged_back',
};

/** Our word for the provider's. Undefined for a status that we do not know, because nothing may follow from it. */
export function statusOf(api: 'payments' | 'orders', status: string, detail: string | null): PaymentStatus | undefined {
  const table = api === 'orders' ? orderStatuses : paymentStatuses;
  const known = Object.hasOwn(table, status) ? table[status] : undefined;
  return known === 'cancelled' && detail === 'expired' ? 'expired' : known;
}

/** What the provider says about a payment now. States follow only this. */
export interface ProviderPayment {
  providerId: string;
  /** `ORD…` of the Orders API, else null. */
  providerOrderId: string | null;
  status: PaymentStatus;
  providerStatus: string;
  detail: string | null;
  amountCentavos: number;
  refundedCentavos: number;
  currency: string | null;
  reference: string | null;
  /** Null where the API does not say it. */
  collectorId: string | null;
  updatedAt: Date | null;
  /** The text of a Pix that the buyer copies and pastes. */
  pixCode: string | null;
  disputed: boolean;
  /** Refunds under way or done, by their ids. `centavos` is 0 where the API does not say it. */
  refunds: { id: string; status: string; centavos: number }[];
}

/** Flags of payments whose money does not count for their order: it is held for a person, or on its way back. */
export const surplusFlags: readonly (string | null)[] = ['late', 'limit', 'duplicate', 'amount', 'account', 'currency'];

export type HoldReason = 'amount' | 'account' | 'currency';

/** Why an approved payment may not complete its order by itself, or undefined when every fact fits (promise P1). */
export function holdReason(
  news: ProviderPayment,
  expected: { totalCentavos: number; collectorId: string },
): HoldReason | undefined {
  if (news.collectorId !== null && news.collectorId !== expected.collectorId) return 'account';
  if (news.currency !== null && news.currency !== 'BRL' && news.currency !== 'BRA') return 'currency';
  if (news.amountCentavos < expected.totalCentavos) return 'amount';
  return undefined;
}

const MINUTE = 60;
const DAY = 86_400;
/** Seconds after the first look, which comes 10 s after the beginning. */
const PENDING_STEPS = [30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];
const PAID_STEPS = [DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 30 * DAY, 30 * DAY, 30 * DAY, 30 * DAY];

/**
 * Seconds until the provider is asked again, after `checks` looks without news; null when it need not be asked. Pending
 * payments follow facts/mercado-pago.md 1.6. Paid ones are asked about rarely, for refunds and chargebacks without a
 * notice, for the 180 days in which these happen.
 */
export function nextCheckSeconds(status: PaymentStatus, checks: number): number | null {
  if (isLive(status)) return PENDING_STEPS[checks] ?? 15 * MINUTE;
  if (status === 'approved') return PAID_STEPS[checks] ?? null;
  return null;
}
