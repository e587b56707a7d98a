import type { FaultInput, Faults } from '../lib/faults.ts';
import type { Journal, JournalEntry, JournalFilter } from '../lib/journal.ts';
import { ControlError } from './errors.ts';
import type { Ledger, Move } from './ledger.ts';
import type { Payment, Refund, Seller, SellerInput } from './model.ts';
import type { Delivery, Notices } from './notices.ts';
import type { Settings, State } from './state.ts';
import type { WebhookFaultInput } from './webhook-faults.ts';

export interface ControlMoveOptions {
  /** A `status_detail` other than the usual one. */
  detail?: string;
  /** The really paid reais, for a wrong amount (approve only). */
  amount?: number;
  /** Does it even if the state does not allow it. */
  force?: boolean;
}

export interface DeliveryFilter {
  /** Payment or order id. */
  resourceId?: string;
  kind?: Delivery['kind'];
  state?: Delivery['state'];
}

/**
 * What a test or a developer may do to the stand-in; `/__control` offers the same over HTTP. A payment is named by
 * its id, by its `PAY…` id, or by the `ORD…` id of an order (its newest payment). A wrong name throws ControlError:
 * 404 unknown, 409 impossible in its state.
 */
export interface Control {
  /** Back to the first sellers: no payments and faults, an empty journal, real time. */
  reset(): void;
  seed(input: { sellers: SellerInput[] }): Seller[];
  /** Moves the clock. What expires meanwhile is cancelled, and notices are sent. */
  advance(ms: number): void;
  now(): number;
  settings(change: Partial<Omit<Settings, 'publicUrl'>>): void;
  /** Oldest first. */
  payments(filter?: { externalReference?: string; sellerId?: number }): Payment[];
  payment(id: string | number): Payment;
  approve(id: string | number, options?: ControlMoveOptions): Payment;
  reject(id: string | number, options?: ControlMoveOptions): Payment;
  review(id: string | number, options?: ControlMoveOptions): Payment;
  cancel(id: string | number, options?: ControlMoveOptions): Payment;
  expire(id: string | number, options?: ControlMoveOptions): Payment;
  mediate(id: string | number, options?: ControlMoveOptions): Payment;
  /** `detail`: in_process (usual), settled, reimbursed. */
  chargeback(id: string | number, options?: ControlMoveOptions): Payment;
  /** Like the seller in the panel. `amount` in reais; by default everything that is left. */
  refund(id: string | number, options?: { amount?: number; status?: 'approved' | 'in_process' }): Refund;
  /** Ends a refund in process; by default the newest one. */
  settleRefund(id: string | number, status: 'approved' | 'rejected', refundId?: string): Refund;
  requests(filter?: JournalFilter): JournalEntry[];
  deliveries(filter?: DeliveryFilter): Delivery[];
  /** Resolves when no notice is being sent or waits for its next try. */
  idle(): Promise<void>;
  addFault(fault: FaultInput): void;
  addWebhookFault(fault: WebhookFaultInput): void;
  clearWebhookFaults(): void;
  clearFaults(): void;
}

export interface ControlParts {
  state: State;
  ledger: Ledger;
  notices: Notices;
  journal: Journal;
  faults: Faults;
}

const cents = (reais: number): number => Math.round(reais * 100);

export function createControl({ state, ledger, notices, journal, faults }: ControlParts): Control {
  const payment = (id: string | number): Payment => {
    const text = String(id);
    const found =
      state.payments.get(text) ??
      [...state.payments.values()].findLast((one) => one.transactionId === text || one.orderId === text);
    if (!found) throw new ControlError(404, `no payment ${text}`);
    return found;
  };
  const mover =
    (move: Move) =>
    (id: string | number, options: ControlMoveOptions = {}): Payment => {
      const found = payment(id);
      const { amount, ...rest } = options;
      ledger.move(found, move, amount === undefined ? rest : { ...rest, amount: cents(amount) });
      return found;
    };

  return {
    reset() {
      notices.reset();
      faults.clear();
      journal.clear();
      state.reset();
      state.clock.reset();
    },
    seed({ sellers }) {
      const wrong = sellers.find(({ panelUrl }) => panelUrl != null && !URL.canParse(panelUrl));
      if (wrong) throw new ControlError(400, 'panelUrl is not an address');
      return state.seed(sellers);
    },
    advance(ms) {
      state.clock.advance(ms);
    },
    now: () => state.clock.now(),
    settings(change) {
      Object.assign(state.settings, change);
    },
    payments: (filter = {}) =>
      [...state.payments.values()].filter(
        (one) =>
          (filter.externalReference === undefined || one.externalReference === filter.externalReference) &&
          (filter.sellerId === undefined || one.sellerId === filter.sellerId),
      ),
    payment,
    approve: mover('approve'),
    reject: mover('reject'),
    review: mover('review'),
    cancel: mover('cancel'),
    expire: mover('expire'),
    mediate: mover('mediate'),
    chargeback: mover('chargeback'),
    refund(id, options = {}) {
      const found = payment(id);
      const amount = options.amount === undefined ? ledger.refundable(found) : cents(options.amount);
      return ledger.refund(found, amount, options.status ?? 'approved');
    },
    settleRefund(id, status, refundId) {
      const found = payment(id);
      const refund = found.refunds.findLast((one) =>
        refundId === undefined ? one.status === 'in_process' : one.id === refundId,
      );
      if (!refund) throw new ControlError(404, 'no such refund');
      ledger.settleRefund(found, refund, status);
      return found.refunds.find((one) => one.id === refund.id) ?? refund;
    },
    requests: (filter) => journal.list(filter),
    deliveries: (filter = {}) =>
      notices
        .list()
        .filter(
          (one) =>
            (filter.resourceId === undefined || one.resourceId === filter.resourceId) &&
            (filter.kind === undefined || one.kind === filter.kind) &&
            (filter.state === undefined || one.state === filter.state),
        ),
    idle: () => notices.idle(),
    addFault(fault) {
      faults.add(fault);
    },
    addWebhookFault(fault) {
      notices.faults.add(fault);
    },
    clearWebhookFaults() {
      notices.faults.clear();
    },
    clearFaults() {
      faults.clear();
      notices.faults.clear();
    },
  };
}
