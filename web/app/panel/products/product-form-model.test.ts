import { joinActions, listsOf } from '@vitrine/contract/action-lists';
import { givesVehicle } from '@vitrine/contract/action-types';
import { catalogTexts, type Product } from '@vitrine/contract/catalog';
import { limits } from '@vitrine/contract/limits';
import { expect, test } from 'vitest';
import { copyOf, createBody, editBody, neverExpires, saveQuestion, valuesOf } from './product-form-model.ts';
import { EditedProductForm, NewProductForm } from './product-rules.ts';

const product: Product = {
  _id: 'p1',
  idProduct: 'p1',
  name: 'VIP Ouro',
  price: 29.9,
  compareAtPrice: null,
  image: null,
  images: [],
  video: null,
  imageUrl: '/images/abc/640.webp',
  categoryId: 'c1',
  category: 'VIPs',
  description: '> Cargo',
  featured: true,
  stock: 5,
  lowStock: null,
  buylimit: null,
  removeProduct: 30,
  single: false,
  benefits: [],
  options: [],
  ...listsOf([
    { target: 'discord', type: 'ban', executionTiming: 'on_expiration' },
    { target: 'fivem', type: 'add_vehicle', executionTiming: 'on_confirmation', vehicleName: 'sultan' },
  ]),
  problem: null,
  sold: 3,
  waiting: 0,
  status: 'shown',
  showsAt: null,
  hidesAt: null,
  updatedAt: '2026-01-01T00:00:00Z',
  version: 4,
};
const messages = (schema: typeof NewProductForm, values: unknown) =>
  schema.safeParse(values).error?.issues.map((issue) => issue.message) ?? [];

test('a price that becomes zero and an old price that would not show are asked about', () => {
  const before = valuesOf(product);
  const titleOf = (change: object) => saveQuestion({ ...before, ...change }, before)?.title ?? null;
  expect(titleOf({ price: 0 })).toBe('Este produto vai ficar de graça?');
  expect(titleOf({ compareAtPrice: 20 })).toBe('Salvar sem o preço riscado?');
  expect(titleOf({ compareAtPrice: 29.9 })).toBe('Salvar sem o preço riscado?');
  expect(titleOf({ compareAtPrice: 40 })).toBeNull();
  expect(titleOf({ compareAtPrice: null })).toBeNull();
  // It was asked about when it was saved.
  const saved = { ...before, compareAtPrice: 20 };
  expect(saveQuestion({ ...saved, name: 'VIP Prata' }, saved)).toBeNull();
  expect(saveQuestion({ ...valuesOf(), price: 10, compareAtPrice: 5 }, valuesOf())?.confirm).toBe('Salvar assim');
});

test('an empty form asks for name, category and price in the words of SPEC.md', () => {
  expect(messages(NewProductForm, valuesOf())).toEqual([
    catalogTexts.productName,
    catalogTexts.productCategory,
    catalogTexts.productPrice,
  ]);
});

test('a new product must cost something; an edited product may be free', () => {
  const free = { ...valuesOf(product), price: 0 };
  expect(messages(NewProductForm, free)).toEqual([catalogTexts.productPricePositive]);
  expect(EditedProductForm.safeParse(free).success).toBe(true);
});

test('a text that is no number is refused in an optional field, and never means unlimited', () => {
  expect(messages(NewProductForm, { ...valuesOf(product), stock: Number.NaN })).toEqual([catalogTexts.stock]);
  expect(messages(NewProductForm, { ...valuesOf(product), buylimit: 0 })).toEqual([catalogTexts.buyLimit]);
});

test('creation leaves out empty fields; an edit clears them', () => {
  const values = { ...valuesOf(product), stock: null, description: '' };
  const body = createBody(values, []);
  expect(body).not.toHaveProperty('stock');
  expect(body).not.toHaveProperty('description');
  expect(body).toMatchObject({ name: 'VIP Ouro', removeProduct: 30, images: [] });
  expect(editBody(values, 'p1', { version: 4, state: { stock: 7 } }, undefined)).toMatchObject({
    productId: 'p1',
    version: 4,
    images: undefined,
    productData: { stock: null, stockSeen: 7, description: '' },
  });
});

test('a copy has another name within the limit and is not featured', () => {
  expect(copyOf(product)).toMatchObject({ name: 'VIP Ouro (cópia)', featured: false, price: 29.9 });
  const long = copyOf({ ...product, name: 'x'.repeat(limits.productNameMax) });
  expect(long.name).toHaveLength(limits.productNameMax);
  expect(long.name.endsWith(' (cópia)')).toBe(true);
});

test('the actions of both tabs are one list with their targets', () => {
  const actions = joinActions(product);
  expect(actions.map((action) => action.target)).toEqual(['discord', 'fivem']);
  expect(givesVehicle(actions)).toBe(true);
  expect(givesVehicle(actions.slice(0, 1))).toBe(false);
});

test('actions on expiration need a number of days', () => {
  const actions = joinActions(product);
  expect(neverExpires(actions, 30)).toBe(false);
  expect(neverExpires(actions, null)).toBe(true);
  expect(neverExpires(actions.slice(1), null)).toBe(false);
});
