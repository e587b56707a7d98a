/**
 * Orders, payments and deliveries in words, without a schema, so that pages that only show them load no validation
 * (`orders.ts` re-exports all of it).
 */

export const orderPaymentMethods = ['pix', 'credit_card', 'mercado_pago_checkout_pro'] as const;
export type OrderPaymentMethod = (typeof orderPaymentMethods)[number];
export const paymentMethodTexts: Record<OrderPaymentMethod, string> = {
  pix: 'Pix',
  credit_card: 'Cartão de crédito',
  mercado_pago_checkout_pro: 'Mercado Pago',
};

export const checkoutTexts = {
  ids: 'Por favor, preencha o ID da Cidade e o ID do Discord.',
  method: 'Por favor, selecione um método de pagamento.',
  invalidMethod: 'Método de pagamento inválido.',
  empty: 'Seu carrinho está vazio. Adicione produtos para finalizar a compra.',
  cityId: 'O ID da Cidade deve ser um número inteiro.',
  discordId: 'O ID do Discord deve ter de 17 a 20 números.',
  email: 'E-mail inválido.',
  failed: 'Erro ao finalizar a compra. Por favor, tente novamente.',
  noLink:
    'Pedido realizado, mas não foi possível obter o link de pagamento. Por favor, entre em contato com o suporte.',
} as const;

export const orderStatuses = ['pending', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export const orderStatusTexts: Record<OrderStatus, string> = {
  pending: 'Pendente',
  completed: 'Concluído',
  cancelled: 'Cancelado',
};

/** Who hands an order over: our deliveries, both, or the store itself. */
export const handovers = ['automatic', 'mixed', 'by_hand'] as const;
export type Handover = (typeof handovers)[number];

/** What stands beside an order's status. */
export const orderMarks = ['refunded', 'part_refunded', 'disputed', 'manual'] as const;
export type OrderMark = (typeof orderMarks)[number];
export const orderMarkTexts: Record<OrderMark, string> = {
  refunded: 'Reembolsado',
  part_refunded: 'Reembolsado em parte',
  disputed: 'Contestado',
  manual: 'Manual',
};

export const paymentStatuses = [
  'created',
  'pending',
  'in_process',
  'approved',
  'rejected',
  'cancelled',
  'expired',
  'refunded',
  'charged_back',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const paymentStatusTexts: Record<PaymentStatus, string> = {
  created: 'Criado',
  pending: 'Aguardando pagamento',
  in_process: 'Em análise',
  approved: 'Aprovado',
  rejected: 'Recusado',
  cancelled: 'Cancelado',
  expired: 'Expirado',
  refunded: 'Reembolsado',
  charged_back: 'Contestado',
};

export const deliveryStates = ['scheduled', 'queued', 'sent', 'succeeded', 'failed', 'uncertain', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** The states in words for people (DECISIONS.md, Fulfilment): one word for each, in lists, pages, files and mails. */
export const deliveryStateTexts: Record<DeliveryState, string> = {
  scheduled: 'Agendada',
  queued: 'Na fila',
  sent: 'Enviada',
  succeeded: 'Entregue',
  failed: 'Falhou',
  uncertain: 'Incerta',
  cancelled: 'Cancelada',
};
