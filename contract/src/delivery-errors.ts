/** Refusals of calls about deliveries and Discord servers; part of the table of `errors.ts`. */
export const deliveryErrors = {
  delivery_not_found: { status: 404, text: 'Entrega não encontrada.' },
  delivery_not_resendable: { status: 409, text: 'Esta entrega não pode ser reenviada agora.' },
  delivery_not_cancellable: { status: 409, text: 'Esta entrega não pode mais ser cancelada.' },
  delivery_not_editable: { status: 409, text: 'Esta entrega não pode ser corrigida agora: só o que não chegou.' },
  delivery_action_differs: { status: 422, text: 'A correção muda os dados da ação, e não o tipo dela.' },
  renewal_changed: { status: 409, text: 'O produto mudou enquanto você olhava. Confira de novo antes de reenviar.' },
  delivery_not_movable: { status: 409, text: 'Só o que falhou em um servidor removido pode mudar de servidor.' },
  delivery_there_already: { status: 409, text: 'Este pedido já tem a mesma entrega neste servidor.' },
  resend_many_players: { status: 422, text: 'Para um personagem novo, escolha um jogador só.', field: 'toClient' },
  delivery_not_markable: { status: 409, text: 'Esta entrega não pode ser marcada como entregue.' },
  resend_not_found: { status: 404, text: 'Reenvio não encontrado.' },
  resend_over: { status: 409, text: 'Este reenvio já terminou.' },
  resend_running: {
    status: 409,
    text: 'Já existe um reenvio em andamento nesta loja. Espere ele terminar, ou cancele-o.',
  },
  resend_nothing: { status: 422, text: 'Nenhuma entrega pode ser reenviada com este filtro.' },
  resend_too_many: {
    status: 422,
    text: 'São entregas demais para um reenvio só. Escolha um período menor, um produto ou um servidor.',
  },
  resend_allowance: {
    status: 403,
    text: 'Seu papel permite reenviar até 50 entregas por dia. Peça ao proprietário ou a um administrador.',
  },
  discord_not_bound: { status: 422, text: 'Nenhum servidor do Discord está conectado a esta loja.' },
  discord_server_not_found: {
    status: 404,
    text: 'Este servidor do Discord não está conectado a esta loja. Escolha outro.',
    field: 'server',
  },
  discord_unavailable: { status: 502, text: 'O Discord não respondeu. Tente novamente em instantes.' },
} as const satisfies Record<string, { status: number; text: string; field?: string }>;
