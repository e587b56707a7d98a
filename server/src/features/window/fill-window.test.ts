import type { PublicProduct } from '@vitrine/contract/catalog';
import { WindowDocument } from '@vitrine/contract/window';
import { sectionKinds } from '@vitrine/contract/window-kinds';
import { expect, test } from 'vitest';
import { readDocument } from './document.ts';
import { type Facts, fillWindow, halfText, timeLeft } from './fill-window.ts';

const product = (id: string, more: Partial<PublicProduct> = {}): PublicProduct => ({
  _id: id,
  idProduct: id,
  name: id,
  price: 10,
  compareAtPrice: null,
  image: null,
  images: [],
  video: null,
  categoryId: 'vips',
  category: 'VIPs',
  description: '',
  featured: false,
  stock: null,
  buylimit: null,
  removeProduct: null,
  single: false,
  options: [],
  benefits: [],
  ...more,
});
const facts: Facts = {
  categories: [
    { id: 'vips', name: 'VIPs', products: [product('ouro', { benefits: ['Grupo ouro'] }), product('prata')] },
    { id: 'carros', name: 'Carros', products: [product('moto', { featured: true })] },
  ],
  now: new Date('2026-11-25T12:00:00.000Z'),
  timeZone: 'America/Sao_Paulo',
  deliveries: 20,
  halfMs: 3_400,
  soldCentavos: 123_456,
  buyers: ['Br*** Es*****'],
  supporters: [],
};
let made = 0;
function shown(...sections: object[]) {
  const named = sections.map((section) => {
    made += 1;
    return { id: `secao${String(made).padStart(4, '0')}`, ...section };
  });
  return fillWindow(WindowDocument.parse({ form: 1, sections: named }), facts);
}
const none = { to: 'none' };
const button = (target: object) => ({ label: 'Ver', target });
const hero = (target: object) => ({
  kind: 'hero',
  title: 'Capa',
  text: '',
  picture: null,
  focus: { x: 50, y: 50 },
  shade: 0,
  button: button(target),
});

test('without sections all categories stand as they always did', () => {
  expect(shown()).toEqual({ sections: [], rest: facts.categories });
});

test('categories that no section shows follow at the end, and a second shelf of one is left out', () => {
  const window = shown({ kind: 'category', category: 'carros' }, { kind: 'category', category: 'carros' });
  expect(window.sections.map(({ kind }) => kind)).toEqual(['category']);
  expect(window.rest.map(({ id }) => id)).toEqual(['vips']);
});

test('a section without content is not shown, of whatever kind', () => {
  const empty = [
    { kind: 'announcement', text: ' ', target: none },
    { ...hero(none), title: '' },
    { kind: 'category', category: 'de-outra-loja' },
    {
      kind: 'split',
      title: 'Só o título',
      text: '',
      picture: null,
      focus: { x: 0, y: 0 },
      side: 'left',
      button: button(none),
    },
    { kind: 'faq', title: '', items: [{ question: 'Sem resposta?', answer: '' }] },
    { kind: 'rules', title: '', items: ['', ' '] },
    { kind: 'tiers', title: '', products: ['ouro', 'de-outra-loja'], best: '' },
    { kind: 'countdown', title: 'Já foi', text: '', until: '2026-11-25T11:59:59.000Z', button: button(none) },
    { kind: 'goal', title: '', text: '', reais: 0 },
    { kind: 'staff', title: '', people: [{ name: '', role: 'Chefe', picture: null }] },
    { kind: 'video', title: '', address: '' },
    { kind: 'discord', title: '', text: '', guild: '' },
  ];
  expect(shown(...empty).sections).toEqual([]);
  const kinds = new Set(empty.map(({ kind }) => kind));
  // these two are empty by what the store has, which the next tests say
  expect(sectionKinds.filter((kind) => !kinds.has(kind))).toEqual(['featured', 'proof', 'buyers', 'supporters']);
});

test('a button leads only to what is on sale, or to another site', () => {
  const hrefOf = (target: object) => {
    const [section] = shown(hero(target)).sections;
    return section?.kind === 'hero' ? (section.button?.href ?? null) : undefined;
  };
  expect(hrefOf({ to: 'category', id: 'vips' })).toBe('/categorias/vips');
  expect(hrefOf({ to: 'product', id: 'moto' })).toBe('/products/moto');
  expect(hrefOf({ to: 'link', href: 'exemplo.com/a' })).toBe('https://exemplo.com/a');
  expect(hrefOf({ to: 'product', id: 'de-outra-loja' })).toBeNull();
  expect(hrefOf(none)).toBeNull();
});

test('a hero tells the lowest price of what its button leads to, else the lowest of the shop', () => {
  const priced: Facts = {
    ...facts,
    categories: [
      {
        id: 'vips',
        name: 'VIPs',
        products: [
          product('ouro', { price: 49.9 }),
          product('prata', { price: 29.9 }),
          product('cobre', { price: 5, stock: 0 }),
        ],
      },
      { id: 'carros', name: 'Carros', products: [product('moto', { price: 19.9 })] },
    ],
  };
  const priceOf = (target: object, among = priced) => {
    const document = WindowDocument.parse({ form: 1, sections: [{ id: 'capa0001', ...hero(target) }] });
    const [section] = fillWindow(document, among).sections;
    return section?.kind === 'hero' ? section.price : undefined;
  };
  expect(priceOf({ to: 'product', id: 'ouro' })).toEqual({ from: false, reais: 49.9 });
  // what is sold out is no price to begin with
  expect(priceOf({ to: 'category', id: 'vips' })).toEqual({ from: true, reais: 29.9 });
  expect(priceOf({ to: 'product', id: 'cobre' })).toBeNull();
  // a draft, hidden or deleted product is not among the facts, and its button is not shown
  expect(priceOf({ to: 'product', id: 'rascunho' })).toEqual({ from: true, reais: 19.9 });
  expect(priceOf(none)).toEqual({ from: true, reais: 19.9 });
  expect(priceOf(none, { ...facts, categories: [] })).toBeNull();
});

test('the shelf of featured products holds those that the owner marked', () => {
  const [section] = shown({ kind: 'featured', title: '' }).sections;
  expect(section).toMatchObject({ title: 'Destaques', products: [{ idProduct: 'moto' }] });
});

test('the featured products stand once, and the first twelve of many', () => {
  const products = Array.from({ length: 40 }, (_, at) => product(`p${at}`, { featured: true }));
  const sections = ['um', 'dois'].map((title, at) => ({ id: `destaque${at}000`, kind: 'featured', title }));
  const window = fillWindow(WindowDocument.parse({ form: 1, sections }), {
    ...facts,
    categories: [{ id: 'vips', name: 'VIPs', products }],
  });
  expect(window.sections).toMatchObject([{ kind: 'featured', title: 'um' }]);
  expect(window.sections).toMatchObject([{ products: products.slice(0, 12) }]);
});

test('of a document of a later form nothing is shown, and nothing breaks', () => {
  expect(readDocument({ form: 2, blocks: [] } as unknown as WindowDocument)).toEqual({ form: 1, sections: [] });
});

test('a comparison has each benefit once, in the order of its products', () => {
  const [section] = shown({ kind: 'tiers', title: '', products: ['prata', 'ouro', 'ouro'], best: 'ouro' }).sections;
  expect(section).toMatchObject({
    benefits: ['Grupo ouro'],
    products: [
      { product: { idProduct: 'prata' }, best: false },
      { product: { idProduct: 'ouro' }, best: true },
    ],
  });
});

test('a product without actions is compared by the points of its description', () => {
  const products = [product('barao', { description: '> Salário **dobrado**\nCavalo próprio' }), product('ouro')];
  const document = WindowDocument.parse({
    form: 1,
    sections: [{ kind: 'tiers', id: 'titulos01', title: '', products: ['barao', 'ouro'], best: '' }],
  });
  const categories = [{ id: 'titulos', name: 'Títulos', products }];
  const points = ['Salário dobrado', 'Cavalo próprio'];
  expect(fillWindow(document, { ...facts, categories }).sections).toMatchObject([
    { benefits: points, products: [{ gives: points }, { gives: [] }] },
  ]);
});

test('proof stands from twenty deliveries, and is absent below', () => {
  const document = WindowDocument.parse({ form: 1, sections: [{ kind: 'proof', id: 'provas001', title: '' }] });
  expect(fillWindow(document, facts).sections).toMatchObject([{ deliveries: 20, days: 7, half: '4 s' }]);
  expect(fillWindow(document, { ...facts, deliveries: 19 }).sections).toEqual([]);
});

test('shown times are rounded so that they never promise more than is true', () => {
  expect([0, 999, 3_999, 59_999].map(halfText)).toEqual(['1 s', '1 s', '4 s', '60 s']);
  expect([60_000, 119_999, 3_600_000, null].map(halfText)).toEqual(['2 min', '2 min', null, null]);
  const hours = 3_600_000;
  expect([1, 2, 47, 48, 73].map((time) => timeLeft(time * hours))).toEqual([
    'menos de 2 horas',
    '2 horas',
    '47 horas',
    '2 dias',
    '3 dias',
  ]);
});

test('a goal shows whole reais of what was sold', () => {
  expect(shown({ kind: 'goal', title: '', text: '', reais: 2000 }).sections).toMatchObject([
    { sold: 1234, goal: 2000 },
  ]);
});

test('names of buyers are shown where somebody let theirs be shown', () => {
  const window = shown({ kind: 'buyers', title: '' }, { kind: 'supporters', title: '' });
  expect(window.sections).toMatchObject([{ kind: 'buyers', title: 'Compraram há pouco', names: ['Br*** Es*****'] }]);
});
