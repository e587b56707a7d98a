import type { OrderStatus } from '@vitrine/contract/orders';

/**
 * An order's life (DECISIONS.md, Orders): pending, then completed or cancelled. A cancelled order comes back only for a
 * payment that arrived after its deadline; a completed one is cancelled by a refund, a chargeback or the store.
 */
const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['completed', 'cancelled'],
  completed: ['cancelled'],
  cancelled: ['completed'],
};

/** Whether the table allows the move. */
export function mayMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return orderMoves[from].includes(to);
}

/** Why an order is cancelled, held or flagged: stable codes in `order.note`, with the text for people. */
export const orderNotes = {
  expired: 'O prazo de pagamento terminou.',
  /** The store cancelled it, alone or as part of a wave, before anybody paid. */
  wave: 'A loja cancelou este pedido, que não tinha sido pago.',
  discarded: 'O pedido foi cancelado por quem o fez. Nada foi cobrado.',
  replaced: 'O pedido foi trocado por outro, com outro carrinho. Nada foi cobrado.',
  payment_refused: 'O provedor recusou iniciar o pagamento.',
  refunded: 'O pagamento foi reembolsado.',
  charged_back: 'O pagamento foi contestado pelo comprador.',
  cancelled_by_store: 'O pedido foi cancelado pela loja.',
  rehearsal_ended: 'A simulação terminou. O que podia ser desfeito foi desfeito.',
  late: 'O pagamento chegou depois do prazo e o pedido foi concluído.',
  late_refund: 'O pagamento chegou depois do prazo, quando já não havia estoque. O valor está sendo devolvido.',
  ended_refund: 'O pagamento chegou depois que o pedido foi cancelado. O valor está sendo devolvido.',
  limit_refund: 'O limite por cliente já estava usado quando o pagamento chegou. O valor está sendo devolvido.',
  coupon_refund: 'O cupom já estava usado por este cliente quando o pagamento chegou. O valor está sendo devolvido.',
  duplicate_refund: 'O pedido foi pago mais de uma vez; o valor pago a mais está sendo devolvido.',
  held_amount: 'O valor pago é diferente do total do pedido. A loja precisa conferir.',
  held_account: 'O pagamento foi para outra conta do Mercado Pago. A loja precisa conferir.',
  held_currency: 'O pagamento não foi feito em reais. A loja precisa conferir.',
  disputed: 'Há uma disputa aberta sobre este pagamento no Mercado Pago.',
  reimbursed: 'A contestação terminou a favor da loja. Confira se o pedido deve ser entregue de novo.',
  withdrawn: 'O comprador desistiu da compra antes da entrega. O valor volta para ele.',
  withdrawal_requested: 'O comprador pediu para desistir da compra. A loja precisa responder.',
  refund_failed: 'O reembolso foi recusado pelo Mercado Pago. A loja precisa conferir.',
} as const satisfies Record<string, string>;
export type OrderNote = keyof typeof orderNotes;

/** The text of a note; null where there is none or a newer version wrote it. */
export function noteText(note: string | null): string | null {
  return note !== null && Object.hasOwn(orderNotes, note) ? orderNotes[note as OrderNote] : null;
}

/**
 * Why an order ended, once its money is back: the note's first sentence, because the others say where the money is. Null where
 * the title of the page says it already.
 */
export function causeText(note: string | null): string | null {
  if (note === 'refunded' || note === 'charged_back') return null;
  return noteText(note)?.replace(/\. .*$/, '.') ?? null;
}

/** Cancelled only because nobody had paid, so a late payment may still complete it. */
export function mayRevive(note: string | null): boolean {
  return note === 'expired' || note === 'wave';
}
