import { newReference } from '../db/ids.ts';
import { PASSWORD, type Side } from './world.ts';

/** One request of a route: what a client of the side would send. */
export interface Sample {
  /** Instead of the route's own address. */
  url?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Row {
  make: (side: Side, id: string) => Sample;
  /** The id of the side's own thing that the request is about; routes without one are about the store or the caller. */
  id?: (side: Side) => string;
}

const named = (side: Side) => ({ subdomain: side.store.subdomain });
const body = (fields: (side: Side) => object): Row => ({ make: (side) => ({ body: fields(side) }) });
/** Store and more in the body. */
const inStore = (fields: (side: Side) => object = () => ({})): Row =>
  body((side) => ({ ...named(side), ...fields(side) }));
/** About one thing of the store, named in the body. */
const about = (id: (side: Side) => string, fields: (id: string, side: Side) => object): Row => ({
  id,
  make: (side, target) => ({ body: { ...named(side), ...fields(target, side) } }),
});
/** About one thing of the store, named in the address. */
const at = (id: (side: Side) => string, before: string, fields?: (side: Side) => object): Row => ({
  id,
  make: (side, target) => ({
    url: `${before}/${side.store.subdomain}/${target}`,
    ...(fields && { body: fields(side) }),
  }),
});
/** The store is named by the header alone. */
const byHeader: Row = { make: (side) => ({ headers: { 'x-store': side.store.subdomain } }) };
const nothing: Row = { make: () => ({}) };
const empty: Row = body(() => ({}));

const hostOf = ({ store }: Side) => `${store.subdomain}.vitrine.localhost`;
/** On the store's own host, without who may be signed in there. */
const onHost = (fields?: object, url?: string): Row => ({
  make: (side) => ({ headers: { host: hostOf(side) }, ...(fields && { body: fields }), ...(url && { url }) }),
});
/** On the store's own host, as its customer. */
const asCustomer = (fields?: object): Row => ({
  make: (side) => ({
    headers: { host: hostOf(side), cookie: `vitrine_compras=${side.customer}` },
    ...(fields && { body: fields }),
  }),
});
const category = (side: Side) => side.category;
const product = (side: Side) => side.product;
const delivery = (side: Side) => side.delivery;
const attendant = (side: Side) => side.members.attendant.account.id;
const coupon = {
  code: 'NATAL25',
  type: 'percentage',
  value: 25,
  usageLimit: 'limited',
  usageCount: 3,
  limitBy: 'email',
};
const expiring = { expiration: 'date', expirationDate: '2030-12-24T23:59', minValue: 10.5 };
const constant = { kind: 'constant', name: 'saudacao', value: 'bem vindo' };
const branding = { primaryColor: '#112233', secondaryColor: '#AABBCC' };
const buyer = { clientId: 17, discordId: '391822001983488001', name: 'Bruno', email: 'bruno@exemplo.com' };
const lines = (id: string) => [{ id, quantity: 1 }];
const command = (line: string) => ({ type: 'execute_command', executionTiming: 'on_confirmation', command: line });

const productFields = (side: Side) => ({
  name: 'VIP Prata',
  categoryId: side.category,
  price: 19.9,
  description: '> primeira linha\n> segunda',
  stock: 5,
  buylimit: 2,
  removeProduct: 30,
  compareAtPrice: 29.9,
  featured: true,
  fiveMActions: [
    command('dar {{cidade}} prata'),
    { type: 'add_item', executionTiming: 'on_expiration', itemName: 'agua', itemQuantity: 2 },
  ],
  discordActions: [
    { type: 'add_role', executionTiming: 'on_confirmation', roleId: '391822001983488001', roleName: 'Prata' },
  ],
});

/**
 * A good request of every route. A route without a row here fails the proof: whoever adds one says what it is about.
 */
export const requests: Record<string, Row> = {
  'GET /healthz': nothing,
  'GET /readyz': nothing,
  'GET /v1/openapi.json': nothing,

  'POST /v1/login': body(({ store }) => ({ email: store.owner.email, password: PASSWORD, code: '123456' })),
  'POST /v1/login/register': body(() => ({
    name: 'Nova Pessoa',
    email: `${newReference()}@exemplo.com`,
    password: PASSWORD,
  })),
  'GET /v1/login/discord/start': nothing,
  'GET /v1/login/google/start': nothing,
  'POST /v1/login/discord': body(() => ({ code: 'abc', state: 'def' })),
  'POST /v1/login/google': body(() => ({ code: 'abc', state: 'def' })),
  'POST /v1/logout': empty,
  'POST /v1/password/forgot': body(() => ({ email: 'ninguem@exemplo.com' })),
  'POST /v1/password/reset': body(() => ({ token: newReference(), password: PASSWORD })),
  'POST /v1/password/change': body(() => ({ currentPassword: 'Errada-Mesmo-7', password: 'Nova-Senha-Boa-7' })),
  'POST /v1/email/verify': body(() => ({ token: newReference() })),
  'POST /v1/email/resend': empty,
  'GET /v1/config': nothing,
  'GET /v1/profile': nothing,
  'POST /v1/account/edit': body(() => ({ name: 'Dona Secreta' })),
  'POST /v1/account/email': body(() => ({ email: `${newReference()}@exemplo.com`, password: PASSWORD })),
  'POST /v1/account/link/discord': empty,
  'POST /v1/account/link/google': empty,
  'POST /v1/account/unlink/discord': empty,
  'POST /v1/account/unlink/google': empty,
  'POST /v1/account/second-factor/start': empty,
  'POST /v1/account/second-factor/confirm': body(() => ({ code: '123456' })),
  'POST /v1/account/second-factor/disable': body(() => ({ code: '123456' })),
  'POST /v1/account/second-factor/recovery-codes': body(() => ({ code: '123456' })),
  'GET /v1/account/export': nothing,
  'POST /v1/account/delete': body(() => ({ password: 'Errada-Mesmo-7' })),
  'GET /v1/account/sessions': nothing,
  'DELETE /v1/account/sessions': nothing,
  'DELETE /v1/account/sessions/:id': { make: () => ({ url: `/v1/account/sessions/${newReference()}` }) },
  'POST /v1/invitations/accept': body(() => ({ token: newReference() })),

  'GET /v1/store': nothing,
  'POST /v1/store/create': body(() => ({
    nameStore: 'Outra',
    nameDomain: `l-${newReference().slice(-20)}`,
    ...branding,
  })),
  'POST /v1/store/edit': {
    id: ({ store }) => store.id,
    make: ({ store }, id) => ({
      body: {
        id,
        nameStore: store.name,
        nameDomain: store.subdomain,
        branding: { ...branding, logo: null, banner: null },
        mercadoPago: { accessToken: '' },
        description: 'Uma loja',
        legal: { name: 'Loja', document: '', address: '', contact: '', terms: 'a', privacy: 'b' },
        settings: { pixMinutes: 30, otherPaymentHours: 24, expireFrom: 'completion', checkDiscord: false },
      },
    }),
  },
  'POST /v1/store/status': inStore(() => ({ status: 'active' })),
  'GET /v1/store/script/download': nothing,
  'GET /v1/store/plan': byHeader,
  'GET /v1/store/connection': byHeader,
  'POST /v1/store/policy': inStore(() => ({ confirmed: true })),
  'POST /v1/store/token/rotate': inStore(),
  'POST /v1/store/export': inStore(() => ({ password: 'Errada-Mesmo-7' })),
  'POST /v1/store/delete': inStore(() => ({ password: 'Errada-Mesmo-7' })),
  'POST /v1/store/transfer': inStore(({ members }) => ({
    memberId: members.admin.account.id,
    password: 'Errada-Mesmo-7',
  })),
  'POST /v1/members': inStore(),
  'POST /v1/members/invite': inStore(() => ({ email: `${newReference()}@exemplo.com`, role: 'attendant' })),
  'POST /v1/members/invitations/resend': about(
    (side) => side.invitation,
    (id) => ({ id }),
  ),
  'POST /v1/members/invitations/revoke': about(
    (side) => side.invitation,
    (id) => ({ id }),
  ),
  'POST /v1/members/edit': about(attendant, (id) => ({ id, role: 'attendant' })),
  'POST /v1/members/remove': about(attendant, (id) => ({ id })),
  'POST /v1/members/leave': inStore(),
  'POST /v1/audit': inStore(() => ({ limit: 10 })),
  'GET /v1/plan': nothing,
  'POST /v1/subscription': inStore(),
  'POST /v1/subscription/create': inStore(() => ({ planId: 'premium', paymentMethod: 'pix' })),

  'POST /v1/categories': inStore(),
  'POST /v1/categories/create': inStore(() => ({ name: `Categoria ${newReference().slice(-12)}` })),
  'POST /v1/categories/name': about(category, (id) => ({ id })),
  'POST /v1/categories/edit/:subdomain/:id': at(category, '/v1/categories/edit', () => ({ name: 'VIPs novos' })),
  'POST /v1/categories/order': inStore((side) => ({ ids: [side.category, side.emptyCategory] })),
  'DELETE /v1/categories/delete/:subdomain/:id': at((side) => side.emptyCategory, '/v1/categories/delete'),
  'POST /v1/products': inStore(),
  'GET /v1/products/:id': {
    id: product,
    make: ({ store }, id) => ({ url: `/v1/products/${id}`, headers: { host: `${store.subdomain}.vitrine.localhost` } }),
  },
  'POST /v1/products/name': about(product, (id) => ({ id })),
  'POST /v1/products/create': inStore((side) => ({ ...productFields(side), imageUrl: null })),
  'POST /v1/products/edit/': {
    id: product,
    make: (side, productId) => ({
      body: { productId, productData: { ...named(side), ...productFields(side) }, imageUrl: null },
    }),
  },
  'POST /v1/products/edit': {
    id: product,
    make: (side, productId) => ({ body: { productId, productData: { ...named(side), ...productFields(side) } } }),
  },
  'DELETE /v1/products/delete/:subdomain': {
    id: product,
    make: ({ store }, productId) => ({ url: `/v1/products/delete/${store.subdomain}`, body: { productId } }),
  },
  'POST /v1/image': byHeader,
  'GET /images/:key/:file': { id: (side) => side.image, make: (_side, id) => ({ url: `/images/${id}/640.webp` }) },

  'POST /v1/variables': inStore(),
  'POST /v1/variables/create': inStore((side) => ({
    variable: {
      kind: 'question',
      name: `v${newReference().slice(-12)}`,
      label: 'Qual?',
      answer: 'choice',
      choices: ['azul', 'verde'],
      required: false,
      products: [side.product],
    },
  })),
  'POST /v1/variables/edit/:subdomain/:id': at(
    (side) => side.variable,
    '/v1/variables/edit',
    () => ({ variable: constant }),
  ),
  'DELETE /v1/variables/delete/:subdomain/:id': at((side) => side.variable, '/v1/variables/delete'),
  'POST /v1/discounts': inStore(),
  'POST /v1/discounts/create': inStore((side) => ({
    ...coupon,
    ...expiring,
    code: newReference().slice(-12),
    selectedCategories: [side.category],
    selectedProducts: [side.product],
  })),
  'POST /v1/discounts/edit/:subdomain/:id': at(
    (side) => side.discount,
    '/v1/discounts/edit',
    (side) => ({
      ...coupon,
      code: side.coupon,
      selectedCategories: [],
      selectedProducts: [],
      status: 'active',
    }),
  ),
  'DELETE /v1/discounts/delete/:subdomain/:id': at((side) => side.discount, '/v1/discounts/delete'),
  'POST /v1/city/check': inStore(() => ({ clientId: 17 })),
  'POST /v1/discounts/check': inStore((side) => ({ code: side.coupon, idProducts: lines(side.product), ...buyer })),

  'POST /v1/order': inStore(() => ({ limit: 10, status: 'all', search: 'Bruno' })),
  'POST /v1/order/details': about(
    (side) => side.order,
    (id) => ({ id }),
  ),
  'POST /v1/order/refund': about(
    (side) => side.order,
    (id) => ({ id, reason: 'pediu' }),
  ),
  'POST /v1/order/create': inStore((side) => ({
    ...buyer,
    paymentMethod: 'pix',
    idProducts: lines(side.product),
    coupon: '',
    variables: {},
  })),
  'POST /v1/order/quote': inStore((side) => ({ ...buyer, idProducts: lines(side.product), coupon: side.coupon })),
  'POST /v1/order/manual': inStore((side) => ({ ...buyer, idProducts: lines(side.product), reason: 'brinde' })),
  'POST /v1/order/pay': body((side) => ({ external_reference: side.reference, paymentMethod: 'pix' })),
  'POST /v1/order/withdraw': body((side) => ({ external_reference: side.reference, discordId: '391822001983488001' })),
  'GET /v1/order/:external_reference': {
    id: (side) => side.reference,
    make: ({ store }, id) => ({ url: `/v1/order/${id}`, headers: { host: `${store.subdomain}.vitrine.localhost` } }),
  },
  // Of an order that does not exist: a stream would stay open.
  'GET /v1/order/:external_reference/events': { make: () => ({ url: `/v1/order/${newReference()}/events` }) },
  'POST /webhooks/mercadopago/:storeId/:key': {
    make: ({ store }) => ({ url: `/webhooks/mercadopago/${store.id}/x`, body: { type: 'payment', data: { id: '1' } } }),
  },
  'POST /webhooks/mercadopago/plan/:reference': {
    make: () => ({ url: `/webhooks/mercadopago/plan/${newReference()}`, body: { type: 'payment', data: { id: '1' } } }),
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

  'GET /v1/customer/discord/start': onHost(),
  'GET /v1/customer/discord/return': {
    make: () => ({ url: `/v1/customer/discord/return?code=abc&state=${newReference()}` }),
  },
  'GET /v1/customer/discord/finish': onHost(undefined, `/v1/customer/discord/finish?code=${newReference()}`),
  'POST /v1/customer/link': {
    make: (side) => ({ headers: { host: hostOf(side) }, body: { email: side.buyer } }),
  },
  'POST /v1/customer/enter': onHost({ token: newReference() }),
  'GET /v1/customer/export': asCustomer(),
  'POST /v1/customer/erase': asCustomer({ confirm: 'sim' }),
  'POST /v1/customer/logout': asCustomer({}),

  'POST /v1/deliveries': inStore(({ order }) => ({ orderId: order, limit: 10, state: 'queued' })),
  'POST /v1/deliveries/resend': about(delivery, (id) => ({ ids: [id] })),
  'POST /v1/deliveries/mark': about(delivery, (id) => ({ id, note: 'vi na cidade' })),
  'POST /v1/deliveries/cancel': about(delivery, (id) => ({ id, note: 'desistiu' })),
  'POST /v1/deliveries/retarget': about(
    (side) => side.order,
    (orderId) => ({ orderId, clientId: 18, discordId: '391822001983488002' }),
  ),
  'GET /v1/discord/roles': byHeader,
  'POST /v1/discord/disconnect': inStore(),
  'POST /discord/interactions': body(() => ({
    application_id: '391822001983488009',
    type: 2,
    token: 'resposta',
    guild_id: '391822001983488008',
    member: { user: { id: '391822001983488001', username: 'bruno', global_name: 'Bruno' }, permissions: '32' },
    app_permissions: '268435456',
    data: { name: 'conectar', options: [{ name: 'token', value: 'vtr_nao_existe' }] },
  })),
  'POST /v1/game/hello': body(() => ({
    protocol: 1,
    version: '1.0.0',
    game: 'fivem',
    server_version: 'v1.0.0.17000',
    framework: 'vrpex',
    capabilities: { add_group: { online: true, offline: true } },
    boot_id: 'arranque-0001',
    journal_id: 'diario-000001',
    now: 1_800_000_000,
    pending: 0,
  })),
  'POST /v1/game/sync': body(() => ({
    epoch: 0,
    boot_id: 'arranque-0001',
    journal_id: 'diario-000001',
    seq: 1,
    results: [
      { id: newReference(), attempt: 1, status: 'succeeded', code: 'ok', message: 'ok', detail: { before: 1 } },
    ],
    in_progress: [],
    online: ['17'],
    people: [{ city_id: '17', status: 'found', name: 'Bruno Lima' }],
    players: { online: 1, max: 64 },
    want: 0,
  })),
  'POST /v1/dashboard': inStore(),
};
