import { type Discount, discountTexts } from '@vitrine/contract/discounts';
import { expect, test } from 'vitest';
import {
  bodyOf,
  type DiscountValues,
  expiryText,
  saveQuestion,
  usageText,
  valuesOf,
  valueText,
} from './discount-form-model.ts';
import { DiscountForm, scopeText } from './discount-rules.ts';

const catalog = [{ id: 'vips', products: ['ouro', 'prata'] }];
const discount: Discount = {
  _id: 'd1',
  code: 'DESCONTO10',
  type: 'percentage',
  value: 10,
  minValue: null,
  expiresAt: '2026-12-25T02:59:00.000Z',
  status: 'expired',
  usageCount: 3,
  maxUsage: 100,
  limitBy: 'email',
  selectedCategories: [],
  selectedProducts: [],
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
};
const errors = (values: DiscountValues) =>
  Object.fromEntries(
    (DiscountForm.safeParse(values).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );
const filled = (body: Partial<DiscountValues['body']>): DiscountValues => {
  const values = valuesOf(discount, catalog);
  return { ...values, body: { ...values.body, ...body } };
};

test('a new discount is fixed, unlimited, never expires, and asks for code and value', () => {
  const values = valuesOf(undefined, catalog);
  expect(values.body).toMatchObject({ type: 'fixed', usageLimit: 'unlimited', expiration: 'never', limitBy: '' });
  expect(errors(values)).toEqual({ 'body.code': discountTexts.code, 'body.value': discountTexts.value });
});

test('limited uses need a number and an expiry needs a date, even while other fields are wrong', () => {
  const values = valuesOf(undefined, catalog);
  expect(errors({ ...values, body: { ...values.body, usageLimit: 'limited', expiration: 'date' } })).toEqual({
    'body.code': discountTexts.code,
    'body.value': discountTexts.value,
    'body.usageCount': discountTexts.usageCount,
    'body.expirationDate': discountTexts.expirationDate,
  });
});

test('a percentage is whole and at most 100', () => {
  expect(errors(filled({ value: 100 }))).toEqual({});
  expect(errors(filled({ value: 101 }))).toEqual({ 'body.value': discountTexts.percent });
  expect(errors(filled({ value: 10.5 }))).toEqual({ 'body.value': discountTexts.percent });
  expect(errors(filled({ type: 'fixed', value: 10.5 }))).toEqual({});
});

test('a coupon that becomes worth nothing is asked about, once', () => {
  const before = filled({ value: 10 });
  expect(saveQuestion(filled({ value: 0 }), before)?.title).toBe('Este cupom não vai dar desconto?');
  expect(saveQuestion(filled({ value: 5 }), before)).toBeNull();
  expect(saveQuestion(filled({ value: 0 }), filled({ value: 0 }))).toBeNull();
});

test('picked products cannot be an empty list, because that would mean all products', () => {
  expect(errors({ ...filled({}), scope: 'picked' })).toEqual({ selection: scopeText });
  const gone = valuesOf({ ...discount, selectedProducts: ['deleted'] }, catalog);
  expect(gone).toMatchObject({ scope: 'picked', selection: { categories: [], products: [] } });
});

test('a field that the form does not use is not sent', () => {
  const values = valuesOf({ ...discount, selectedCategories: ['vips'] }, catalog);
  expect(values.selection.products).toEqual(['ouro', 'prata']);
  const body = bodyOf({
    ...values,
    scope: 'all',
    body: { ...values.body, usageLimit: 'unlimited', expiration: 'never' },
  });
  expect(body).toMatchObject({
    usageCount: null,
    expirationDate: null,
    selectedCategories: [],
    selectedProducts: [],
  });
});

test('a date field shows the time on the store’s clocks', () => {
  expect(valuesOf(discount, catalog).body.expirationDate).toBe('2026-12-24T23:59');
});

test('a card shows value, expiry and uses', () => {
  expect(valueText({ type: 'fixed', value: 10.5 })).toBe('R$ 10,50');
  expect(valueText({ type: 'percentage', value: 10 })).toBe('10%');
  expect(expiryText(null)).toBe('Nunca');
  expect(expiryText('2026-12-25T02:59:00.000Z')).toBe('24/12/2026, 23:59');
  expect(usageText({ usageCount: 3, maxUsage: 100 })).toBe('3/100');
  expect(usageText({ usageCount: 3, maxUsage: null })).toBe('3/∞');
});

test('an expired discount stays switched on when it is edited', () => {
  expect(valuesOf(discount, catalog).body.status).toBe('active');
  expect(valuesOf({ ...discount, status: 'inactive' }, catalog).body.status).toBe('inactive');
});
