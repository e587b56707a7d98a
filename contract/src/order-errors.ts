import { limits } from './limits.ts';

/** Refusals of calls about an order, placed or to be placed; part of the table of `errors.ts`. */
export const orderErrors = {
  order_not_found: { status: 404, text: 'Pedido não encontrado.' },
  /** Discord said a moment ago that nobody has this id. */
  discord_id_unknown: {
    status: 422,
    text: 'Não existe conta do Discord com esse ID. Confira o número.',
    field: 'discordId',
  },
  right_not_found: { status: 404, text: 'Benefício não encontrado.' },
  right_not_extendable: { status: 409, text: 'Só um benefício ativo e com prazo pode ser prorrogado.' },
  right_not_revocable: { status: 409, text: 'Este benefício já terminou ou já foi retirado.' },
  buyer_not_found: { status: 404, text: 'Nenhum pedido desta loja tem este cliente.' },
  /** The store makes no business with this buyer. The text leaves the reason to the store. */
  buyer_blocked: {
    status: 403,
    text: 'A loja não pode aceitar este pedido agora. Fale com a equipe da loja para entender o que houve.',
  },
  order_not_pending: { status: 409, text: 'Este pedido não está mais aguardando pagamento.' },
  /** The buyer has an unpaid order with another cart. `reference` names it. */
  order_pending: {
    status: 409,
    text: 'Você já tem um pedido esperando pagamento nesta loja. Pague esse pedido ou troque por este carrinho.',
  },
  /** Ended too late: it was paid in this moment, or its payment is under review. */
  order_just_paid: {
    status: 409,
    text: 'O pagamento desse pedido acabou de chegar ou está em análise, então ele não pode mais ser cancelado.',
  },
  /** The provider does not answer, so somebody could still pay what we would end. */
  order_end_later: {
    status: 409,
    text: 'O Mercado Pago não respondeu, então o pedido ainda não pôde ser cancelado. Tente de novo em instantes.',
  },
  /** Neither the browser's secret nor the login is the buyer's. */
  order_of_another: {
    status: 403,
    text: 'Só quem fez este pedido pode mudá-lo, no mesmo navegador ou com o mesmo Discord.',
  },
  rehearsal_live: {
    status: 409,
    text: 'Uma simulação desta loja já está em andamento. Desfaça essa antes de começar outra.',
  },
  /** A gift, a free or refunded order, or one without a name. */
  order_unnamed: { status: 409, text: 'A loja não pode mostrar o nome desta compra.' },
  /** The buyer wants to correct an id that the order does not have, or an order that nobody paid. */
  order_not_correctable: { status: 409, text: 'Neste pedido não há ID que você possa corrigir.' },
  /** Goods have arrived at the id, or are on their way. */
  correction_too_late: {
    status: 409,
    text: 'Algo já foi entregue para esse ID ou está a caminho. Fale com a loja para corrigir o que falta.',
  },
  correction_limit: {
    status: 409,
    text: 'Você já corrigiu este pedido o máximo de vezes. Fale com a loja para corrigir de novo.',
  },
  ids_unchanged: { status: 422, text: 'O pedido já tem esse ID. Digite o ID certo.' },
  order_not_payable: { status: 409, text: 'Este pedido não pode mais ser pago.' },
  order_not_refundable: { status: 409, text: 'Este pedido não pode ser reembolsado.' },
  /** A person or the provider works on another refund of the same payment. */
  refund_under_way: { status: 409, text: 'Outro reembolso deste pedido está em andamento. Espere ele terminar.' },
  approval_not_found: { status: 404, text: 'Pedido de aprovação não encontrado.' },
  approval_over: { status: 409, text: 'Este pedido de aprovação já foi decidido ou terminou.' },
  /** Whoever asked never approves. */
  approval_own: { status: 403, text: 'Outra pessoa da equipe precisa decidir o que você pediu.' },
  approval_not_own: { status: 403, text: 'Só quem fez o pedido de aprovação pode retirá-lo.' },
  /** Whoever asked left the team, or lost the right. */
  approval_asker: { status: 409, text: 'Quem pediu não pode mais fazer isto nesta loja. Recuse o pedido.' },
  approval_waiting: { status: 409, text: 'Um reembolso deste pedido já espera a aprovação de outra pessoa.' },
  /** The goods of a manual order are worth another sum than when it was asked for. */
  approval_changed: { status: 409, text: 'O valor mudou desde o pedido de aprovação. Recuse este e peça de novo.' },
  approval_limit: {
    status: 409,
    text: `A loja já tem ${limits.approvalsMax} pedidos de aprovação em espera. Decida alguns antes.`,
  },
  refund_items: { status: 422, text: 'O pedido não tem tantas unidades para devolver.', field: 'items' },
  refund_value: { status: 422, text: 'O valor passa do que ainda pode ser devolvido.', field: 'value' },
  /** The file was deleted after its time, or belongs to another person or store. */
  file_not_found: { status: 404, text: 'Esta planilha não está mais guardada. Gere de novo.' },
  file_not_ready: { status: 409, text: 'Esta planilha ainda não está pronta.' },
  receipt_held: {
    status: 409,
    text: 'O recibo não foi enviado: este e-mail já recebeu mensagens demais por agora. Tente mais tarde.',
  },
  receipt_refused: {
    status: 409,
    text: 'O recibo não foi enviado: o servidor deste e-mail recusa as nossas mensagens.',
  },
  receipt_none: { status: 409, text: 'Só um pedido pago, com e-mail do comprador, tem recibo para reenviar.' },
  order_tags_limit: {
    status: 409,
    text: 'Outra pessoa etiquetou este pedido, e ele já tem o máximo de etiquetas. Tire uma para pôr outra.',
  },
  order_notes_limit: { status: 409, text: 'Este pedido já tem o máximo de anotações. Apague uma para escrever outra.' },
  order_note_not_found: { status: 404, text: 'Anotação não encontrada.' },
  refund_changed: {
    status: 409,
    text: 'O pedido mudou enquanto você confirmava. Confira o valor e confirme de novo.',
  },
  order_not_yours: {
    status: 404,
    text: 'Não encontramos esta compra com este ID do Discord. Confira o ID usado na compra.',
    field: 'discordId',
  },
} as const satisfies Record<string, { status: number; text: string; field?: string }>;
