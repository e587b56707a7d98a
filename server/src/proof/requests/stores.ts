import { newReference } from '../../db/ids.ts';
import { attendant, body, branding, byHeader, idInBody, inStore, type Row, withoutFields } from '../sample.ts';

/** Good requests of stores, members, logs and plans. */
export const storeRequests: Record<string, Row> = {
  'GET /v1/store': withoutFields,
  'POST /v1/store/address': body(() => ({ nameDomain: 'cidade-nova' })),
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
        settings: {
          pixMinutes: 30,
          otherPaymentHours: 24,
          expireFrom: 'completion',
          checkDiscord: false,
          links: { instagram: '@a' },
          searchWords: 'vip, assinatura',
        },
      },
    }),
  },
  'POST /v1/store/status': inStore(() => ({ status: 'active' })),
  'GET /v1/store/script/download': withoutFields,
  'GET /v1/store/plan': byHeader,
  'GET /v1/store/connection': byHeader,
  // It does not accept a stream, which would stay open.
  'GET /v1/live/events': byHeader,
  'POST /v1/store/policy': inStore(() => ({ confirmed: true })),
  'POST /v1/store/payment-account': inStore(),
  'POST /v1/store/payment-account/undo': inStore(() => ({ id: newReference() })),
  'POST /v1/store/payment-account/accept': inStore(() => ({ id: newReference() })),
  'POST /v1/store/token': inStore(),
  'POST /v1/store/token/rotate': inStore(),
  'POST /v1/store/export': inStore(),
  'POST /v1/store/delete': inStore(),
  'POST /v1/store/transfer': inStore(({ members }) => ({
    memberId: members.admin.account.id,
  })),
  'POST /v1/members': inStore(),
  'POST /v1/members/invite': inStore(() => ({ email: `${newReference()}@exemplo.com`, role: 'attendant' })),
  'POST /v1/members/invitations/resend': idInBody(
    (side) => side.invitation,
    (id) => ({ id }),
  ),
  'POST /v1/members/invitations/revoke': idInBody(
    (side) => side.invitation,
    (id) => ({ id }),
  ),
  'POST /v1/members/edit': idInBody(attendant, (id) => ({ id, role: 'attendant' })),
  'POST /v1/members/remove': idInBody(attendant, (id) => ({ id })),
  'POST /v1/members/factor': inStore(() => ({ days: null })),
  'POST /v1/members/leave': inStore(),
  'POST /v1/roles/create': inStore(() => ({ name: 'Moderador', permissions: ['orders.read'] })),
  'POST /v1/roles/edit': idInBody(
    (side) => side.role,
    (id) => ({ id, name: 'Curador', permissions: ['catalog.edit', 'discounts.edit'] }),
  ),
  'POST /v1/roles/delete': idInBody(
    (side) => side.role,
    (id) => ({ id }),
  ),
  'POST /v1/search': inStore(() => ({ text: 'ouro' })),
  'POST /v1/audit': inStore(() => ({ limit: 10 })),
  'POST /v1/audit/export': inStore(() => ({ kind: 'products' })),
  'POST /v1/security': inStore(() => ({ limit: 10 })),
  'POST /v1/security/export': inStore(() => ({ format: 'csv' })),
  'GET /v1/plan': withoutFields,
  'POST /v1/subscription': inStore(),
  'POST /v1/subscription/create': inStore(() => ({ planId: 'premium', paymentMethod: 'pix', months: 12 })),
  'POST /v1/subscription/cancel': idInBody(
    (side) => side.openPlanPayment,
    (id) => ({ id }),
  ),
  'GET /v1/subscription/:id/receipt': {
    id: (side) => side.planPayment,
    make: ({ store }, id) => ({ url: `/v1/subscription/${id}/receipt`, headers: { 'x-store': store.subdomain } }),
  },
};
