import { newReference } from '../../db/ids.ts';
import { body, buyer, hostOf, idInBody, inStore, lines, type Row } from '../sample.ts';

/** Good requests of the cart, orders and payments. */
export const orderRequests: Record<string, Row> = {
  'POST /v1/city/check': inStore(() => ({ clientId: 17 })),
  'POST /v1/discord/check': inStore(() => ({ discordId: '391822001983488001' })),
  'POST /v1/discounts/check': inStore((side) => ({ code: side.coupon, idProducts: lines(side.product), ...buyer })),

  'POST /v1/order': inStore(() => ({ limit: 10, status: 'all', search: 'Bruno' })),
  'POST /v1/files': inStore(),
  'POST /v1/files/create': inStore(() => ({ kind: 'customers', status: 'completed', search: 'Bruno' })),
  'POST /v1/files/download': idInBody(
    ({ file }) => file,
    (id) => ({ id }),
  ),
  'POST /v1/order/wave': inStore(() => ({})),
  'POST /v1/order/wave/end': inStore(() => ({})),
  'POST /v1/order/cancel': idInBody(
    (side) => side.order,
    (id) => ({ id }),
  ),
  'POST /v1/order/details': idInBody(
    (side) => side.order,
    (id) => ({ id }),
  ),
  'POST /v1/order/notes/create': idInBody(
    (side) => side.order,
    (id) => ({ id, note: 'ligou para a loja' }),
  ),
  'POST /v1/order/notes/delete': idInBody(
    (side) => side.note,
    (note, side) => ({ id: side.order, note }),
  ),
  'POST /v1/order/receipt': idInBody(
    (side) => side.order,
    (id) => ({ id }),
  ),
  'POST /v1/order/tags': inStore(() => ({})),
  'POST /v1/order/tags/edit': idInBody(
    (side) => side.order,
    (id) => ({ id, tags: ['vip', 'atrasado'] }),
  ),
  'POST /v1/order/refund': idInBody(
    (side) => side.order,
    (id) => ({ id, reason: 'pediu' }),
  ),
  'POST /v1/order/refund/preview': idInBody(
    (side) => side.order,
    (id) => ({ id, value: 1 }),
  ),
  'POST /v1/order/create': inStore((side) => ({
    ...buyer,
    paymentMethod: 'pix',
    idProducts: lines(side.product),
    coupon: '',
    variables: {},
  })),
  'POST /v1/order/quote': inStore((side) => ({ ...buyer, idProducts: lines(side.product), coupon: side.coupon })),
  'POST /v1/approvals': inStore(),
  'POST /v1/approvals/approve': idInBody(
    (side) => side.approval,
    (id) => ({ id }),
  ),
  'POST /v1/approvals/decline': idInBody(
    (side) => side.approval,
    (id) => ({ id }),
  ),
  'POST /v1/approvals/withdraw': idInBody(
    (side) => side.approval,
    (id) => ({ id }),
  ),
  'POST /v1/approvals/rule': inStore(() => ({ value: 500 })),
  'POST /v1/order/manual': inStore((side) => ({ ...buyer, idProducts: lines(side.product), reason: 'brinde' })),
  'POST /v1/rehearsals': idInBody(
    (side) => side.rehearsal,
    (id) => ({ id }),
  ),
  'POST /v1/rehearsals/start': idInBody(
    (side) => side.product,
    (id) => ({ id, clientId: 17, discordId: buyer.discordId }),
  ),
  'POST /v1/rehearsals/end': idInBody(
    (side) => side.rehearsal,
    (id) => ({ id }),
  ),
  'POST /v1/order/correct': body((side) => ({
    external_reference: side.reference,
    buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    clientId: 58,
  })),
  'POST /v1/order/name': body((side) => ({
    external_reference: side.reference,
    buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    shown: true,
  })),
  'POST /v1/order/own': body((side) => ({
    external_reference: side.reference,
    buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  })),
  'POST /v1/order/discard': body((side) => ({
    external_reference: side.reference,
    buyer: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  })),
  'POST /v1/order/pay': body((side) => ({ external_reference: side.reference, paymentMethod: 'pix' })),
  'POST /v1/order/withdraw': body((side) => ({ external_reference: side.reference, discordId: '391822001983488001' })),
  'GET /v1/order/:external_reference': {
    id: (side) => side.reference,
    make: ({ store }, id) => ({ url: `/v1/order/${id}`, headers: { host: `${store.subdomain}.vitrine.localhost` } }),
  },
  // For an order that does not exist, because a stream would stay open.
  'GET /v1/order/:external_reference/go': { make: () => ({ url: `/v1/order/${newReference()}/go` }) },
  'GET /v1/order/:external_reference/events': { make: () => ({ url: `/v1/order/${newReference()}/events` }) },
  'POST /webhooks/mercadopago/:storeId/:key': {
    make: ({ store }) => ({ url: `/webhooks/mercadopago/${store.id}/x`, body: { type: 'payment', data: { id: '1' } } }),
  },
  'POST /webhooks/mercadopago/plan/:reference': {
    make: () => ({ url: `/webhooks/mercadopago/plan/${newReference()}`, body: { type: 'payment', data: { id: '1' } } }),
  },

  'GET /v1/pix/:share': {
    id: (side) => side.share,
    make: (side, id) => ({ url: `/v1/pix/${id}`, headers: { host: hostOf(side) } }),
  },

  'GET /v1/order/:reference/receipt': {
    id: (side) => side.reference,
    make: ({ store }, id) => ({
      url: `/v1/order/${id}/receipt`,
      headers: { host: `${store.subdomain}.vitrine.localhost` },
    }),
  },

  'GET /v1/order/:reference/calendar': {
    id: (side) => side.reference,
    make: (side, id) => ({ url: `/v1/order/${id}/calendar`, headers: { host: hostOf(side) } }),
  },
};
