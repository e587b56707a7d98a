/** Refunds in words, without a schema, as in order-words.ts. */

/** What a refund does to one delivery of what it returns. */
export const returnOutcomes = ['taken', 'stopped', 'out', 'fewer', 'shorter', 'covered', 'unsure', 'stays'] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];
export const returnOutcomeTexts: Record<ReturnOutcome, string> = {
  taken: 'é retirado',
  stopped: 'não será entregue',
  out: 'está saindo agora; se chegar e puder, é retirado',
  fewer: 'sai só para as unidades que ficam',
  shorter: 'fica, com menos dias',
  covered: 'fica, porque outra compra ainda está paga',
  unsure: 'ninguém sabe se chegou: confira na cidade',
  stays: 'fica com o comprador',
};

/** What became of a delivery whose purchase was returned. */
export const takenBackStates = ['taken', 'taking', 'kept'] as const;
export type TakenBack = (typeof takenBackStates)[number];
export const takenBackTexts: Record<TakenBack, string> = {
  taken: 'retirado',
  taking: 'sendo retirado',
  kept: 'não retirado',
};

/** How much a refund gives back: the rest of the payment, units of some items, or an amount. */
export const refundScopes = ['whole', 'items', 'value'] as const;
export type RefundScope = (typeof refundScopes)[number];

/** `open`: the provider works on it. */
export const refundStates = ['open', 'done', 'refused'] as const;
export type RefundState = (typeof refundStates)[number];
export const refundStateTexts: Record<RefundState, string> = {
  open: 'em andamento',
  done: 'devolvido',
  refused: 'recusado',
};
