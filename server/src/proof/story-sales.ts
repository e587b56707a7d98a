import type { Delivery, Order, OrderDetails } from '@vitrine/contract/orders';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import {
  ask,
  buyer,
  categories,
  discounts,
  email,
  list,
  made,
  number,
  order,
  orders,
  products,
  profileOf,
  type Row,
  shop,
  text,
  world,
} from './story.ts';

const placing = (paymentMethod: string): Row => ({
  call: 'POST /v1/order/create',
  note: paymentMethod,
  as: 'nobody',
  body: () => ({ ...shop(), ...buyer, paymentMethod, idProducts: [{ id: made.product, quantity: 2 }] }),
  answer: {
    success: true,
    data: { external_reference: text, payment: { init_point: expect.stringMatching(/^http/) } },
  },
  effect: async (body: { data: { external_reference: string } }) => {
    orders[paymentMethod] = body.data.external_reference;
    expect(await order(paymentMethod)).toMatchObject({
      status: 'pending',
      paymentMethod,
      value: 69.8,
      finalvalue: 69.8,
    });
  },
});

const completed = async () =>
  (await ask<{ response: Order[] }>('POST /v1/order', { ...shop(), status: 'completed' })).body.response;
const manualOrder = async () => (await completed())[0]?._id ?? '';
const notesOf = async (paymentMethod: string) => {
  const { _id: id } = await order(paymentMethod);
  return (await ask<OrderDetails>('POST /v1/order/details', { ...shop(), id })).body.notes;
};
const deliveriesOf = async (orderId: string, target: string) => {
  const { body } = await ask<{ deliveries: Delivery[] }>('POST /v1/deliveries', { ...shop(), orderId });
  return body.deliveries.filter((delivery) => delivery.target === target);
};

/** Coupons, orders, payments, deliveries, people, and the end. */
export const sales: Row[] = [
  {
    call: 'POST /v1/variables/create',
    body: () => ({ ...shop(), variable: { kind: 'constant', name: 'saudacao', value: 'bem vindo' } }),
    answer: { success: true, variable: { _id: text } },
    effect: async (body: { variable: { _id: string } }) => {
      made.variable = body.variable._id;
      const { body: all } = await ask('POST /v1/variables', shop());
      expect(all).toMatchObject({ variables: [{ _id: made.variable, name: 'saudacao', value: 'bem vindo' }] });
    },
  },
  {
    call: 'DELETE /v1/variables/delete/{subdomain}/{id}',
    url: () => `/v1/variables/delete/cidade-alta/${made.variable}`,
    answer: { success: true },
    effect: async () => expect((await ask('POST /v1/variables', shop())).body).toMatchObject({ variables: [] }),
  },
  {
    call: 'POST /v1/discounts/create',
    body: () => ({
      ...{ code: 'natal', type: 'percentage', value: 10, minValue: 20, usageLimit: 'limited', usageCount: 5 },
      ...{ expiration: 'date', expirationDate: '2030-12-25T23:59', limitBy: 'email' },
      ...{ selectedCategories: [], selectedProducts: [made.product], ...shop() },
    }),
    answer: { success: true },
    effect: async () => {
      const [discount] = await discounts();
      made.discount = String(discount?._id);
      expect(discount).toMatchObject({
        ...{ code: 'NATAL', type: 'percentage', value: 10, minValue: 20, status: 'active', usageCount: 0, maxUsage: 5 },
        ...{ expiresAt: '2030-12-26T02:59:00.000Z', createdAt: text },
      });
    },
  },
  {
    call: 'POST /v1/discounts/edit/{subdomain}/{id}',
    url: () => `/v1/discounts/edit/cidade-alta/${made.discount}`,
    body: () => ({ code: 'NATAL', type: 'fixed', value: 5.5 }),
    answer: { success: true },
    effect: async () => expect(await discounts()).toMatchObject([{ type: 'fixed', value: 5.5, maxUsage: null }]),
  },
  {
    call: 'POST /v1/discounts/check',
    as: 'nobody',
    body: () => ({ ...shop(), code: 'natal', idProducts: [{ id: made.product, quantity: 2 }] }),
    answer: { success: true, code: 'NATAL', type: 'fixed', value: 5.5, subtotal: 69.8, discount: 5.5, total: 64.3 },
  },
  {
    call: 'POST /v1/order/quote',
    as: 'nobody',
    body: () => ({ ...shop(), coupon: 'NATAL', idProducts: [{ id: made.product, quantity: 2 }] }),
    answer: { success: true, subtotal: 69.8, discount: 5.5, total: 64.3, coupon: { code: 'NATAL', error: null } },
  },
  placing('pix'),
  placing('credit_card'),
  placing('mercado_pago_checkout_pro'),
  {
    call: 'GET /v1/order/{external_reference}',
    as: 'nobody',
    url: () => `/v1/order/${orders.pix}`,
    answer: {
      success: true,
      response: {
        ...{ number, date: text, value: 69.8, finalvalue: 69.8, status: 'pending' },
        name: [{ _id: text, name: 'VIP Ouro', quantity: 2, value: 69.8 }],
        products: [{ name: 'VIP Ouro', quantity: 2, value: 69.8 }],
      },
    },
    effect: async () => {
      world.pay(String(orders.pix));
      await expect.poll(async () => (await order('pix')).status, { timeout: 15_000 }).toBe('completed');
    },
  },
  {
    call: 'GET /v1/order/{external_reference}/receipt',
    as: 'nobody',
    url: () => `/v1/order/${orders.pix}/receipt`,
    effect: (_body, { headers, bytes }: Answer) => {
      expect(headers['content-type']).toBe('application/pdf');
      expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    },
  },
  {
    call: 'POST /v1/order',
    body: shop,
    answer: {
      success: true,
      response: [
        { status: 'pending' },
        { status: 'pending' },
        { _id: text, client: 17, date: text, status: 'completed', value: 69.8, coupon: null, finalvalue: 69.8 },
      ],
      counters: { total: 3, completed: 1, pending: 2, paid: 1 },
    },
  },
  {
    call: 'POST /v1/dashboard',
    body: shop,
    answer: {
      success: true,
      orders: list,
      analytics: {
        salesToday: 69.8,
        salesMonth: 69.8,
        totalSales: 69.8,
        monthlyRevenue: list,
        popularPackages: [{ name: 'VIP Ouro', quantity: 2 }],
      },
      trends: { today: { percent: null } },
    },
  },
  {
    call: 'POST /v1/deliveries',
    body: shop,
    answer: {
      success: true,
      deliveries: expect.arrayContaining([expect.objectContaining({ id: text, orderId: text, state: text })]),
    },
    effect: async (body: { deliveries: { target: string }[] }) =>
      expect(body.deliveries.map(({ target }) => target).sort()).toEqual(['discord', 'fivem']),
  },
  {
    call: 'POST /v1/order/details',
    body: async () => ({ ...shop(), id: (await order('pix'))._id }),
    answer: {
      success: true,
      order: { status: 'completed', client: 17 },
      payments: [{ status: 'approved', value: 69.8 }],
      deliveries: list,
      history: list,
    },
  },
  {
    call: 'POST /v1/order/notes/create',
    body: async () => ({ ...shop(), id: (await order('pix'))._id, note: 'Pediu por mensagem.' }),
    answer: { success: true },
    effect: async () => expect(await notesOf('pix')).toMatchObject([{ text: 'Pediu por mensagem.' }]),
  },
  {
    call: 'POST /v1/order/notes/delete',
    body: async () => ({ ...shop(), id: (await order('pix'))._id, note: (await notesOf('pix'))[0]?.id }),
    answer: { success: true },
    effect: async () => expect(await notesOf('pix')).toEqual([]),
  },
  {
    call: 'POST /v1/order/tags/edit',
    body: async () => ({ ...shop(), id: (await order('pix'))._id, tags: ['VIP', 'vip', 'Troca'] }),
    answer: { success: true },
  },
  {
    call: 'POST /v1/order/tags',
    body: shop,
    answer: {
      success: true,
      tags: [
        { tag: 'Troca', orders: 1 },
        { tag: 'VIP', orders: 1 },
      ],
    },
  },
  { call: 'POST /v1/order/wave', body: shop, answer: { success: true, wave: null } },
  { call: 'POST /v1/order/wave/end', body: shop, answer: { success: true, ended: 0 } },
  {
    call: 'POST /v1/order/cancel',
    body: async () => ({ ...shop(), id: (await order('credit_card'))._id }),
    answer: { success: true },
    effect: async () =>
      await expect.poll(async () => (await order('credit_card')).status, { timeout: 15_000 }).toBe('cancelled'),
  },
  {
    call: 'POST /v1/order/refund/preview',
    body: async () => ({ ...shop(), id: (await order('pix'))._id, value: 10 }),
    answer: { success: true, value: 10, left: 69.8, whole: false, effects: list },
  },
  {
    call: 'POST /v1/order/refund',
    body: async () => ({ ...shop(), id: (await order('pix'))._id, reason: 'pediu' }),
    answer: { success: true },
    effect: async () =>
      await expect
        .poll(async () => [(await order('pix')).status, (await order('pix')).payment?.status], { timeout: 15_000 })
        .toEqual(['cancelled', 'refunded']),
  },
  {
    call: 'POST /v1/order/manual',
    body: () => ({ ...shop(), ...buyer, idProducts: [{ id: made.product, quantity: 1 }], reason: 'brinde' }),
    answer: { success: true, order: { _id: text, number, external_reference: text } },
    effect: async () => expect(await completed()).toMatchObject([{ paymentMethod: 'manual', finalvalue: 0 }]),
  },
  {
    call: 'POST /v1/deliveries/retarget',
    body: async () => ({ ...shop(), orderId: await manualOrder(), clientId: 18 }),
    answer: { success: true },
    effect: async () => expect(await deliveriesOf(await manualOrder(), 'fivem')).toMatchObject([{ player: '18' }]),
  },
  {
    call: 'POST /v1/deliveries/cancel',
    body: async () => ({ ...shop(), id: (await deliveriesOf(await manualOrder(), 'fivem'))[0]?.id, note: 'desistiu' }),
    answer: { success: true },
    effect: async () =>
      expect(await deliveriesOf(await manualOrder(), 'fivem')).toMatchObject([{ state: 'cancelled' }]),
  },
  {
    call: 'POST /v1/subscription/create',
    body: () => ({ ...shop(), planId: 'premium', paymentMethod: 'pix' }),
    answer: { success: true, data: { payment: { init_point: expect.stringMatching(/^http/) } } },
    effect: async () => {
      const { body } = await ask('POST /v1/subscription', shop());
      expect(body).toMatchObject({ history: [{ plan: 'Premium', value: 59.9, status: 'pending' }] });
    },
  },
  { call: 'POST /v1/subscription', body: shop, answer: { success: true, current: { name: 'Premium' }, history: list } },
  {
    call: 'POST /v1/members',
    body: shop,
    answer: {
      success: true,
      members: [{ id: text, name: 'Dona da Loja', role: 'owner' }],
      invitations: [],
      permissions: list,
    },
  },
  {
    call: 'POST /v1/members/invite',
    body: () => ({ ...shop(), email: 'amiga@exemplo.com.br', role: 'manager' }),
    answer: { success: true },
    effect: async () =>
      expect((await ask('POST /v1/members', shop())).body).toMatchObject({
        invitations: [{ email: 'amiga@exemplo.com.br', role: 'manager' }],
      }),
  },
  {
    call: 'DELETE /v1/discounts/delete/{subdomain}/{id}',
    url: () => `/v1/discounts/delete/cidade-alta/${made.discount}`,
    answer: { success: true },
    effect: async () => expect(await discounts()).toEqual([]),
  },
  {
    call: 'DELETE /v1/products/delete/{subdomain}',
    url: () => '/v1/products/delete/cidade-alta',
    body: () => ({ productId: made.product }),
    answer: { success: true },
    effect: async () => expect(await products()).toEqual([]),
  },
  {
    call: 'DELETE /v1/categories/delete/{subdomain}/{id}',
    url: () => `/v1/categories/delete/cidade-alta/${made.category}`,
    answer: { success: true },
    effect: async () => expect((await categories()).map(({ name }) => name)).toEqual(['Carros']),
  },
  {
    call: 'POST /v1/password/forgot',
    as: 'nobody',
    body: () => ({ email }),
    answer: { success: true },
    effect: async () => expect(await world.mailedToken(email)).toMatch(/^[\w-]{43}$/),
  },
  {
    call: 'POST /v1/password/reset',
    as: 'nobody',
    body: async () => ({ token: await world.mailedToken(email), password: 'Nova-Senha-Boa-7' }),
    answer: { success: true },
    effect: async () => {
      expect(await profileOf(made.token)).toBe(401);
      const { body } = await world.call<{ token: string }>('POST /v1/login', {
        body: { email, password: 'Nova-Senha-Boa-7' },
      });
      made.token = body.token;
    },
  },
  {
    call: 'POST /v1/logout',
    body: () => ({}),
    answer: { success: true },
    effect: async () => expect(await profileOf(made.token)).toBe(401),
  },
];
