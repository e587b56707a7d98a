import type { Store } from '@vitrine/contract/store-answers';
import sharp from 'sharp';
import { expect } from 'vitest';
import { makePlan } from '../test/make.ts';
import type { Answer } from './client.ts';
import {
  ask,
  categories,
  email,
  list,
  made,
  products,
  profileOf,
  type Row,
  shop,
  stores,
  text,
  world,
} from './story.ts';
import { PASSWORD } from './world.ts';

const productFields = {
  name: 'VIP Ouro',
  price: 29.9,
  description: '> Grupo VIP\n> Carro exclusivo',
  stock: 50,
  buylimit: 20,
  removeProduct: 30,
};
/** An account, a store, its settings, its catalogue. */
export const setup: Row[] = [
  {
    call: 'POST /v1/login/register',
    as: 'nobody',
    body: () => ({ name: 'Dona da Loja', email, password: PASSWORD }),
    answer: { success: true },
    effect: async () => {
      const { status } = await world.call('POST /v1/login', { body: { email, password: 'Outra-Senha-7' } });
      expect(status).toBe(401);
    },
  },
  {
    call: 'POST /v1/login',
    as: 'nobody',
    body: () => ({ email, password: PASSWORD }),
    answer: { success: true, token: text, user: { id: text, name: 'Dona da Loja', email, avatar: null } },
    effect: async (body: { token: string }) => {
      made.token = body.token;
      expect(await profileOf(made.token)).toBe(200);
    },
  },
  {
    call: 'GET /v1/login/discord/start',
    as: 'nobody',
    headers: () => ({ host: 'vitrine.localhost' }),
    status: 302,
    effect: (_body, { headers }: Answer) => {
      const query = new URL(String(headers.location)).searchParams;
      expect(query.get('scope')).toBe('identify email');
      expect(query.get('response_type')).toBe('code');
      expect(query.get('redirect_uri')).toMatch(/\/profile$/);
    },
  },
  {
    call: 'POST /v1/login/discord',
    as: 'nobody',
    body: () => ({ code: world.consented.code, state: world.consented.state }),
    headers: () => ({ cookie: world.consented.cookie }),
    answer: {
      success: true,
      token: text,
      user: { id: text, name: 'Bruno Lima', email: text, avatar: text, discordId: text },
    },
    effect: async (body: { token: string }) => expect(await profileOf(body.token)).toBe(200),
  },
  {
    call: 'GET /v1/profile',
    answer: {
      success: true,
      user: { name: 'Dona da Loja' },
      orders: 0,
      stores: 0,
      plan: text,
      storeList: [],
      activity: list,
    },
  },
  {
    call: 'POST /v1/store/create',
    body: () => ({ nameStore: 'Cidade Alta', nameDomain: 'cidade-alta' }),
    answer: { success: true, response: { id: text, name: 'Cidade Alta', subdomain: 'cidade-alta' } },
    effect: async () => {
      made.store = (await stores())[0] as Store;
      expect(made.store).toMatchObject({ nameStore: 'Cidade Alta', nameDomain: 'cidade-alta', apiToken: text });
      await makePlan(world.db, made.store.id as never, 'premium');
    },
  },
  {
    call: 'POST /v1/store/edit',
    body: () => ({
      id: made.store.id,
      nameDomain: 'cidade-alta',
      nameStore: 'Cidade Alta RP',
      branding: { primaryColor: '#112233', secondaryColor: '#AABBCC' },
      mercadoPago: { accessToken: world.sellerToken },
    }),
    answer: { success: true },
    effect: async () => {
      const [store] = await stores();
      expect(store).toMatchObject({ name: 'Cidade Alta RP', primaryColor: '#112233', secondaryColor: '#AABBCC' });
      expect(store?.mercadoPago).toMatchObject({ accessToken: `••••${world.sellerToken.slice(-4)}`, connected: true });
      expect(JSON.stringify(store)).not.toContain(world.sellerToken);
    },
  },
  {
    call: 'GET /v1/store',
    answer: { success: true, response: [{ id: text, name: text, subdomain: 'cidade-alta', apiToken: text }] },
  },
  {
    call: 'GET /v1/store/script/download',
    effect: (_body, { headers, bytes }: Answer) => {
      expect(headers['content-type']).toBe('application/zip');
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.zip"$/);
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    },
  },
  {
    call: 'GET /v1/store/plan',
    answer: {
      success: true,
      response: { name: 'Premium', price: 59.9, expiresAt: text, limits: { products: { used: 0, limit: null } } },
    },
  },
  {
    call: 'GET /v1/plan',
    as: 'nobody',
    answer: {
      plans: [
        {
          _id: text,
          name: 'Gratuito',
          price: 0,
          productLimit: 10,
          categoryLimit: 3,
          subUserLimit: 0,
          discordIntegration: false,
        },
        {
          _id: text,
          name: 'Pro',
          price: 29.9,
          productLimit: 100,
          categoryLimit: 20,
          subUserLimit: 3,
          discordIntegration: true,
        },
        { _id: text, name: 'Premium', price: 59.9, discordIntegration: true },
      ],
    },
  },
  {
    call: 'POST /v1/categories/create',
    body: () => ({ name: 'VIPs', ...shop() }),
    answer: { success: true },
    effect: async () => {
      await ask('POST /v1/categories/create', { name: 'Carros', ...shop() });
      const [first, second] = await categories();
      expect([first?.name, second?.name]).toEqual(['VIPs', 'Carros']);
      made.category = String(first?._id);
      made.other = String(second?._id);
    },
  },
  {
    call: 'POST /v1/categories',
    as: 'nobody',
    body: shop,
    answer: {
      categories: [
        { _id: text, name: 'VIPs' },
        { _id: text, name: 'Carros' },
      ],
    },
  },
  {
    call: 'POST /v1/categories/name',
    body: () => ({ ...shop(), id: made.category }),
    answer: { info: [{ name: 'VIPs' }] },
  },
  {
    call: 'POST /v1/categories/edit/{subdomain}/{id}',
    url: () => `/v1/categories/edit/cidade-alta/${made.category}`,
    body: () => ({ name: 'Pacotes VIP' }),
    answer: { success: true },
    effect: async () => expect((await categories())[0]?.name).toBe('Pacotes VIP'),
  },
  {
    call: 'POST /v1/image',
    headers: () => ({ 'x-store': 'cidade-alta' }),
    body: async () => {
      const form = new FormData();
      const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f40' } })
        .png()
        .toBuffer();
      form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'foto.png');
      return form;
    },
    answer: { success: true, imageUrl: expect.stringMatching(/^\/images\//) },
    effect: async (body: { imageUrl: string }) => {
      made.image = body.imageUrl;
      const { headers, bytes } = await world.call(`GET ${body.imageUrl}`);
      expect(headers['content-type']).toBe('image/webp');
      expect((await sharp(bytes).metadata()).format).toBe('webp');
    },
  },
  {
    call: 'POST /v1/products/create',
    body: () => ({
      ...shop(),
      ...productFields,
      categoryId: made.category,
      imageUrl: made.image,
      discordActions: [{ id: '1', type: 'add_role', executionTiming: 'on_confirmation', roleId: '910028371920012303' }],
      fiveMActions: [{ id: '2', type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip' }],
    }),
    answer: { success: true },
    effect: async () => {
      const [product] = await products();
      made.product = String(product?.idProduct);
      expect(product).toMatchObject({
        ...{ name: 'VIP Ouro', price: 29.9, stock: 50, buylimit: 20, removeProduct: 30, categoryId: made.category },
        discordActions: [{ type: 'add_role', roleId: '910028371920012303' }],
        fiveMActions: [{ type: 'add_group', groupName: 'vip' }],
      });
    },
  },
  {
    call: 'POST /v1/products',
    as: 'nobody',
    body: shop,
    answer: {
      products: [
        { _id: text, idProduct: text, name: 'VIP Ouro', price: 29.9, image: text, categoryId: text, description: text },
      ],
    },
  },
  {
    call: 'GET /v1/products/{id}',
    as: 'nobody',
    url: () => `/v1/products/${made.product}`,
    answer: { info: [{ idProduct: text, name: 'VIP Ouro', price: 29.9, image: expect.stringMatching(/^\/images\//) }] },
  },
  {
    call: 'POST /v1/products/name',
    body: () => ({ ...shop(), id: made.product }),
    answer: { info: [{ _id: text, name: 'VIP Ouro', price: 29.9, stock: 50, buylimit: 20, removeProduct: 30 }] },
  },
  {
    call: 'POST /v1/products/edit/',
    body: () => ({
      productId: made.product,
      productData: { ...shop(), categoryId: made.other, price: 34.9 },
      imageUrl: made.image,
    }),
    answer: { success: true },
    effect: async () => {
      const [product] = await products();
      expect(product).toMatchObject({ name: 'VIP Ouro', price: 34.9, categoryId: made.other, stock: 50 });
    },
  },
];
