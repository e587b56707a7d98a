import type { MailData, MailKindName } from '../features/mail/kinds/mail-kinds.ts';
import type { OutgoingMail } from '../features/mail/send-mail.ts';
import type { StoreId } from '../http/store.ts';

const url = 'http://vitrine.localhost:3000/pagina?token=abc';
const name = 'Ana';
const change = { name, what: 'A senha da sua conta foi trocada.', forgotUrl: url };
const ofStore = { who: name, did: 'trocou o token', device: 'Chrome', network: '10.0.0.0', step: 'Confira.', url };
const receipt = { order: 7, lines: [{ name: 'VIP Ouro', quantity: 1, centavos: 2990 }], totalCentavos: 2990, url };
const told = {
  buyer: ['Comprador: Ana', 'Para: ID da Cidade 7'],
  discountCentavos: 299,
  coupon: 'DEZ',
  payment: '13',
  seller: { name, document: '12.345.678/0001-95' },
};

/** Data for each kind of mail. */
export const sampleData: { [Kind in MailKindName]: MailData<Kind> } = {
  verify_email: { name, url },
  already_registered: { name, loginUrl: url, forgotUrl: url },
  password_reset: { name, url },
  unproven_reset: { name, url },
  security: change,
  email_changed: change,
  factor_changed: change,
  email_restore: { name, email: 'nova@exemplo.com.br', url },
  factor_recovery: { name, stage: 'ready', readyAt: '2026-11-23T12:00:00.000Z', cancel: url, finish: url },
  account_deleted: { name },
  store_security: ofStore,
  payment_account_changed: ofStore,
  store_transferred: ofStore,
  discord_changed: { who: name, guild: 'Cidade RP', connected: true, url },
  invitation: { inviter: name, role: 'manager', url },
  factor_demanded: { until: '29/11/2026', url },
  plan_reminder: { plan: 'Pro', end: 'soon', endsOn: '21/11/2026', graceUntil: '24/11/2026', url },
  file_ended: { list: 'orders', rows: 1204, ready: true, url },
  game_server: { server: 'Cidade Alta', news: 'waiting', url },
  alert_severe: {
    items: [{ kind: 'city_silent', name, things: 1, news: 'begun', when: 'Desde 23/11 às 14:05.' }],
    url,
  },
  alert: {
    items: [{ kind: 'delivery_failed', name: '', things: 2, news: 'grown', when: 'Desde 23/11 às 14:05.' }],
    url,
  },
  sale_notice: {
    events: [{ news: 'sold', order: 7, centavos: 5980, products: 'VIP Ouro e mais 1' }],
    count: 1,
    centavos: 5980,
    url,
  },
  refund_notice: {
    events: [
      { news: 'whole', order: 7, centavos: 5980, products: 'VIP Ouro' },
      { news: 'part', order: 8, centavos: 1000, products: 'VIP Ouro' },
    ],
    count: 22,
    centavos: 6980,
    url,
  },
  dispute_notice: {
    events: [{ news: 'opened', order: 7, centavos: 5980, products: 'VIP Ouro' }],
    count: 1,
    centavos: 5980,
    url,
  },
  refund_approval_notice: {
    events: [{ news: 'asked', order: 7, centavos: 65000, products: 'VIP Ouro' }],
    count: 1,
    centavos: 65000,
    url,
  },
  manual_approval_notice: {
    events: [{ news: 'declined', order: 0, centavos: 65000, products: '' }],
    count: 1,
    centavos: 65000,
    url,
  },
  delivery_problem: { order: 7, product: 'VIP Ouro', action: 'Dar R$ 5', problem: 'Falhou.', uncertain: false, url },
  withdrawal_request: { order: 7, url },
  refund_stuck: { order: 7, noBalance: true, url },
  customer_link: { url },
  receipt: { ...receipt, ...told, at: '2026-11-23T12:00:00.000Z', reference: 'r' },
  free_receipt: { ...receipt, totalCentavos: 0 },
  withdrawal_received: { order: 7, what: 'Recebemos o seu pedido.', url },
  refund_refused: { order: 7, url },
  part_refund: { order: 7, centavos: 2990, lines: [{ name: 'VIP Ouro', quantity: 1 }], url },
  ids_corrected: { order: 7, changes: ['ID da Cidade: de 11 para 12'], url },
  wait_confirm: { product: 'VIP Ouro', url },
  wait_over: { product: null, url },
  limit_refund: { order: 7, why: 'O limite de compras foi atingido.', url },
};

/** A mail of any kind, about this store where its words name one. */
export function sampleMail(kind: MailKindName, to: string, storeId: StoreId): OutgoingMail {
  // The compiler does not see that kind and data belong together.
  return { kind, to, data: sampleData[kind], storeId } as OutgoingMail;
}
