/** One order and its delivery, for the examples of several rooms. */

export const orderExample = {
  _id: '06h0dkn2b5xw',
  number: 1042,
  external_reference: 'k3v9q2m7x1c8r5t4w6z0b2n8d4f7h1j3',
  client: 57,
  identities: [{ kind: 'city_id', value: '57' }],
  discordId: '123456789012345678',
  customerName: 'João Silva',
  email: 'joao@exemplo.com.br',
  date: '2026-11-23T12:00:00.000Z',
  status: 'completed',
  marks: [],
  kind: 'sale',
  value: 29.9,
  discount: 0,
  finalvalue: 29.9,
  refunded: 0,
  coupon: null,
  paymentMethod: 'pix',
  name: [
    {
      _id: '06h0dkk9b2dp',
      productId: '06h0dkk4a1cn',
      name: 'VIP Ouro',
      quantity: 1,
      returned: 0,
      value: 29.9,
      options: [{ label: 'Placa', value: 'ABC12D34' }],
    },
  ],
  products: [
    { name: 'VIP Ouro', quantity: 1, returned: 0, value: 29.9, options: [{ label: 'Placa', value: 'ABC12D34' }] },
  ],
  tags: ['vip'],
  deliveries: { total: 1, succeeded: 1, problem: 0 },
  note: null,
} as const;

export const deliveryExample = {
  id: '06h0dkp8c3yv',
  orderId: orderExample._id,
  orderNumber: orderExample.number,
  customer: orderExample.customerName,
  rehearsal: false,
  state: 'succeeded',
  target: 'fivem',
  phase: 'confirmation',
  product: 'VIP Ouro',
  productId: '06h0dkk4a1cn',
  productChanged: false,
  text: 'Adicionar ao grupo vip_ouro',
  player: '57',
  playerKind: 'city_id',
  resend: 0,
  attempts: 1,
  code: 'ok',
  message: null,
  hint: null,
  aftermath: null,
  takenBack: null,
  dueAt: null,
  sentAt: '2026-11-23T12:00:04.000Z',
  finishedAt: '2026-11-23T12:00:05.000Z',
  createdAt: '2026-11-23T12:00:03.000Z',
  history: [{ at: '2026-11-23T12:00:05.000Z', state: 'succeeded', code: 'ok', message: null }],
} as const;

/** The refund of one VIP of two: its group goes, and the other purchase's group comes back. */
export const reversalExample = {
  ...deliveryExample,
  id: '06h0dkr2d4zw',
  phase: 'reversal',
  text: 'Remover do grupo vip_ouro',
  aftermath: {
    text: 'Retirado: vip_ouro. Ficou com o jogador: vip_prata, porque outra compra ainda está paga.',
    taken: 'vip_ouro',
    stays: 'vip_prata',
    by: 'purchase',
    takenMoney: null,
    owed: null,
  },
} as const;

/** Money of the city that was partly spent before the refund. */
export const debtExample = {
  ...deliveryExample,
  id: '06h0dks5e6bx',
  phase: 'expiration',
  text: 'Remover R$ 50.000 do banco da cidade',
  message: 'Removido R$ 20000 de R$ 50000: era todo o saldo',
  aftermath: {
    text: 'Retirado: R$ 20.000 na cidade. Falta devolver R$ 30.000 na cidade.',
    taken: null,
    stays: null,
    by: null,
    takenMoney: 20_000,
    owed: 30_000,
  },
} as const;
