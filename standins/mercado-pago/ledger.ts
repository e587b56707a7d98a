import { makeBrCode } from './br-code.ts';
import { ControlError } from './errors.ts';
import type { Payment, PaymentStatus, Refund, Seller } from './model.ts';
import type { State } from './state.ts';
import { DAY } from './values.ts';

/** The seller's fee for an approved payment, in parts of ten thousand. */
const FEE_PER_10_000: Record<string, number> = { bank_transfer: 99, credit_card: 498, account_money: 498, ticket: 349 };
const REFUND_DAYS = 180;

/** The allowed moves of a payment: from, to, and detail (facts, section 4, "Statuses"). */
const MOVES = {
  approve: { from: ['pending', 'authorized', 'in_process', 'in_mediation'], to: 'approved', detail: 'accredited' },
  review: { from: ['pending'], to: 'in_process', detail: 'pending_review_manual' },
  reject: { from: ['pending', 'authorized', 'in_process'], to: 'rejected', detail: 'cc_rejected_other_reason' },
  cancel: { from: ['pending', 'authorized', 'in_process'], to: 'cancelled', detail: 'by_collector' },
  expire: { from: ['pending', 'authorized', 'in_process'], to: 'cancelled', detail: 'expired' },
  mediate: { from: ['approved'], to: 'in_mediation', detail: 'pending' },
  chargeback: { from: ['approved', 'in_mediation', 'charged_back'], to: 'charged_back', detail: 'in_process' },
} as const satisfies Record<string, { from: readonly PaymentStatus[]; to: PaymentStatus; detail: string }>;

export type Move = keyof typeof MOVES;

interface MoveOptions {
  /** Other `status_detail` than the usual one, such as `settled` or `cc_rejected_high_risk`. */
  detail?: string;
  /** The really paid centavos, for a wrong amount (approve only). */
  amount?: number;
  /** Ignores the table of allowed moves, for news that should not exist. */
  force?: boolean;
}

export type NewPayment = Pick<Payment, 'sellerId' | 'amount' | 'methodId' | 'typeId' | 'payer'> & Partial<Payment>;

export interface Ledger {
  create(input: NewPayment): Payment;
  /** Throws ControlError 409 when the state does not allow the move. */
  move(payment: Payment, move: Move, options?: MoveOptions): void;
  allows(payment: Payment, move: Move): boolean;
  /** Centavos that can still be refunded. */
  refundable(payment: Payment): number;
  /** Why a refund is not possible, or null. */
  refundObstacle(payment: Payment, amount: number): 'state' | 'too_old' | 'amount' | 'balance' | null;
  /** Throws ControlError 409 when there is an obstacle. */
  refund(payment: Payment, amount: number, status: Refund['status']): Refund;
  /** Ends a refund that is in process. */
  settleRefund(payment: Payment, refund: Refund, status: 'approved' | 'rejected'): void;
  /** Cancels payments that were not paid in time. */
  expireDue(): void;
}

/** Every change of a payment happens here: the former version is kept, the balance follows, and the notice is sent. */
export function createLedger(state: State, notify: (payment: Payment, action: 'created' | 'updated') => void): Ledger {
  const sellerOf = (payment: Payment): Seller => {
    const seller = state.sellerById(payment.sellerId);
    if (!seller) throw new ControlError(404, 'seller not found');
    return seller;
  };
  const change = (payment: Payment, fields: Partial<Payment>): void => {
    const { previous: _older, ...before } = payment;
    payment.previous = structuredClone(before);
    Object.assign(payment, fields, { updatedAt: Math.max(state.clock.now(), payment.updatedAt + 1) });
    notify(payment, 'updated');
  };
  const given = (payment: Payment, statuses: Refund['status'][]): number =>
    payment.refunds
      .filter((refund) => statuses.includes(refund.status))
      .reduce((sum, refund) => sum + refund.amount, 0);
  /** The fee is refunded in proportion, so the seller loses only the credited amount. */
  const netOf = (payment: Payment, amount: number): number =>
    amount - Math.round((payment.fee * amount) / Math.max(1, payment.amount));
  const applyRefund = (payment: Payment, refunds: Refund[], amount: number): void => {
    sellerOf(payment).balance -= netOf(payment, amount);
    const approved = refunds.filter((one) => one.status === 'approved').reduce((sum, one) => sum + one.amount, 0);
    const whole = approved >= payment.amount;
    change(payment, {
      refunds,
      status: whole ? 'refunded' : 'approved',
      statusDetail: whole ? 'refunded' : 'partially_refunded',
    });
  };

  const ledger: Ledger = {
    create(input) {
      const id = state.nextId();
      const now = state.clock.now();
      const seller = state.sellerById(input.sellerId);
      const isPix = input.methodId === 'pix';
      const payment: Payment = {
        id,
        status: 'pending',
        statusDetail: isPix ? 'pending_waiting_transfer' : 'pending_waiting_payment',
        currency: 'BRL',
        description: null,
        externalReference: null,
        metadata: {},
        notificationUrl: null,
        createdAt: now,
        updatedAt: now,
        approvedAt: null,
        expiresAt: null,
        fee: 0,
        applicationFee: 0,
        refunds: [],
        qrCode: null,
        preferenceId: null,
        merchantOrderId: null,
        orderId: null,
        transactionId: state.nextCode('PAY'),
        ...input,
      };
      if (isPix && seller?.pixKey) {
        payment.qrCode = makeBrCode({
          key: seller.pixKey,
          cents: payment.amount,
          name: seller.nickname,
          city: 'SAO PAULO',
          txid: `mpstandin${id}`,
        });
      }
      if (payment.status === 'approved') {
        Object.assign(payment, { approvedAt: now, fee: feeOf(payment) });
        sellerOf(payment).balance += payment.amount - payment.fee;
      }
      state.payments.set(id, payment);
      notify(payment, 'created');
      return payment;
    },

    allows: (payment, move) => (MOVES[move].from as readonly PaymentStatus[]).includes(payment.status),

    move(payment, move, options = {}) {
      if (!options.force && !ledger.allows(payment, move)) {
        throw new ControlError(409, `a payment that is ${payment.status} cannot take "${move}"`);
      }
      const { to, detail } = MOVES[move];
      const fields: Partial<Payment> = { status: to, statusDetail: options.detail ?? detail };
      const seller = sellerOf(payment);
      if (move === 'approve' && payment.approvedAt === null) {
        fields.amount = options.amount ?? payment.amount;
        fields.fee = feeOf({ ...payment, amount: fields.amount });
        fields.approvedAt = state.clock.now();
        seller.balance += fields.amount - fields.fee;
      }
      if (move === 'chargeback') {
        const held = payment.status === 'charged_back' && payment.statusDetail !== 'reimbursed';
        const holds = fields.statusDetail !== 'reimbursed';
        const net = netOf(payment, payment.amount - given(payment, ['approved']));
        if (!held && holds) seller.balance -= net;
        if (held && !holds) seller.balance += net;
      }
      change(payment, fields);
    },

    refundable: (payment) => payment.amount - given(payment, ['approved', 'in_process']),

    refundObstacle(payment, amount) {
      if (payment.status !== 'approved' && payment.status !== 'in_mediation') return 'state';
      if (payment.approvedAt !== null && state.clock.now() - payment.approvedAt > REFUND_DAYS * DAY) return 'too_old';
      if (amount <= 0 || amount > ledger.refundable(payment)) return 'amount';
      return sellerOf(payment).balance < netOf(payment, amount) ? 'balance' : null;
    },

    refund(payment, amount, status) {
      const obstacle = ledger.refundObstacle(payment, amount);
      if (obstacle) throw new ControlError(409, `refund not possible: ${obstacle}`);
      const refund: Refund = { id: state.nextId(), amount, status, createdAt: state.clock.now() };
      const refunds = [...payment.refunds, refund];
      if (status === 'approved') applyRefund(payment, refunds, amount);
      else payment.refunds = refunds;
      return refund;
    },

    settleRefund(payment, refund, status) {
      if (refund.status !== 'in_process') throw new ControlError(409, `the refund is already ${refund.status}`);
      const refunds = payment.refunds.map((one) => (one === refund ? { ...one, status } : one));
      if (status === 'approved') applyRefund(payment, refunds, refund.amount);
      else change(payment, { refunds });
    },

    expireDue() {
      const now = state.clock.now();
      for (const payment of state.payments.values()) {
        if (payment.status === 'pending' && payment.expiresAt !== null && payment.expiresAt <= now) {
          ledger.move(payment, 'expire');
        }
      }
    },
  };
  return ledger;
}

function feeOf(payment: Payment): number {
  return Math.round((payment.amount * (FEE_PER_10_000[payment.typeId] ?? 0)) / 10_000) + payment.applicationFee;
}
