import type { FastifyInstance } from 'fastify';
import { authenticate } from './access.ts';
import type { State } from './state.ts';

const METHODS = [
  {
    id: 'pix',
    name: 'PIX',
    payment_type_id: 'bank_transfer',
    min_allowed_amount: 0.01,
    max_allowed_amount: 15_000_000,
  },
  { id: 'visa', name: 'Visa', payment_type_id: 'credit_card', min_allowed_amount: 0.5, max_allowed_amount: 60_000 },
  {
    id: 'master',
    name: 'Mastercard',
    payment_type_id: 'credit_card',
    min_allowed_amount: 0.5,
    max_allowed_amount: 60_000,
  },
  { id: 'elo', name: 'Elo', payment_type_id: 'credit_card', min_allowed_amount: 0.5, max_allowed_amount: 60_000 },
  {
    id: 'amex',
    name: 'American Express',
    payment_type_id: 'credit_card',
    min_allowed_amount: 0.5,
    max_allowed_amount: 60_000,
  },
  {
    id: 'debelo',
    name: 'Elo Debito',
    payment_type_id: 'debit_card',
    min_allowed_amount: 0.5,
    max_allowed_amount: 60_000,
  },
  { id: 'bolbradesco', name: 'Boleto', payment_type_id: 'ticket', min_allowed_amount: 4, max_allowed_amount: 100_000 },
  {
    id: 'account_money',
    name: 'Saldo',
    payment_type_id: 'account_money',
    min_allowed_amount: 0.01,
    max_allowed_amount: 15_000_000,
  },
];

/** The owner of a token, and what it may charge (facts, section 8). */
export function registerAccount(app: FastifyInstance, state: State): void {
  app.get('/users/me', async (request) => {
    const seller = authenticate(state, request);
    return {
      id: seller.userId,
      nickname: seller.nickname,
      registration_date: '2021-03-04T10:20:30.000-04:00',
      first_name: seller.nickname,
      last_name: '',
      country_id: seller.siteId === 'MLB' ? 'BR' : seller.siteId === 'MLA' ? 'AR' : 'MX',
      email: seller.email,
      user_type: seller.tags.includes('brand') ? 'brand' : 'normal',
      tags: seller.tags,
      logo: null,
      points: 0,
      site_id: seller.siteId,
      permalink: `${state.settings.publicUrl}/perfil/${seller.userId}`,
      status: { site_status: 'active', list: { allow: true }, billing: { allow: true }, mercadopago_tc_accepted: true },
    };
  });

  app.get('/v1/payment_methods', async (request) => {
    const seller = authenticate(state, request);
    return METHODS.map((method) => ({
      ...method,
      status: method.id === 'pix' ? seller.pixStatus : 'active',
      secure_thumbnail: null,
      thumbnail: null,
      deferred_capture: method.payment_type_id === 'credit_card' ? 'supported' : 'does_not_apply',
      settings: [],
      additional_info_needed: [],
      accreditation_time: 0,
      financial_institutions: [],
      processing_modes: ['aggregator'],
    }));
  });
}
