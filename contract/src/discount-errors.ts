/** Refusals of calls about discounts, and of a coupon at checkout; part of the table of `errors.ts`. */
export const discountErrors = {
  discount_limit: { status: 422, text: 'A loja já tem 500 cupons, o máximo. Exclua um para criar outro.' },
  discount_not_found: { status: 404, text: 'Cupom não encontrado.' },
  /** A new end that has passed already. An edit may leave an old end as it is. */
  discount_ended: {
    status: 422,
    text: 'Escolha uma data no futuro: com esta, o cupom já estaria expirado.',
    field: 'expirationDate',
  },
  discount_taken: { status: 409, text: 'Já existe um cupom com este código.', field: 'code' },
  coupon_unknown: { status: 422, text: 'Cupom inválido.', field: 'coupon' },
  coupon_inactive: { status: 422, text: 'Este cupom não está ativo.', field: 'coupon' },
  coupon_expired: { status: 422, text: 'Este cupom expirou.', field: 'coupon' },
  coupon_held: {
    status: 409,
    text: 'Antes do pagamento só dá para reservar uma parte dos usos deste cupom. Pague o pedido que está aberto ou entre com o Discord em “Minhas compras” antes de comprar.',
    field: 'coupon',
  },
  coupon_exhausted: { status: 422, text: 'Este cupom já atingiu o limite de usos.', field: 'coupon' },
  coupon_minimum: { status: 422, text: 'O pedido não atinge o valor mínimo deste cupom.', field: 'coupon' },
  coupon_not_for_products: { status: 422, text: 'Este cupom não vale para os produtos do carrinho.', field: 'coupon' },
  coupon_used: { status: 422, text: 'Você já usou este cupom.', field: 'coupon' },
  coupon_needs_city_id: { status: 422, text: 'Informe o ID da Cidade para usar este cupom.', field: 'clientId' },
  coupon_needs_email: { status: 422, text: 'Informe o e-mail para usar este cupom.', field: 'email' },
  coupon_needs_discord: { status: 422, text: 'Informe o ID do Discord para usar este cupom.', field: 'discordId' },
} as const satisfies Record<string, { status: number; text: string; field?: string }>;
