import { expect, test } from 'vitest';
import { differenceText, readPercent, readSum, shareOf } from './calculator.ts';

const month = { total: 500_000, ticket: 5_000, paymentFee: 0 };
const monthly = { saleFee: 0, monthly: 2_990 };
const bySale = { saleFee: 1_500, monthly: 0 };

test('a monthly price and a fee per sale leave what arithmetic says', () => {
  expect(shareOf(month, monthly)).toEqual({
    saleFee: 0,
    monthly: 2_990,
    paymentFee: 0,
    kept: 497_010,
    keptOfTicket: 4_970,
  });
  expect(shareOf(month, bySale)).toEqual({
    saleFee: 75_000,
    monthly: 0,
    paymentFee: 0,
    kept: 425_000,
    keptOfTicket: 4_250,
  });
});

test('the provider takes its fee on both sides', () => {
  const sales = { ...month, paymentFee: 499 };
  expect(shareOf(sales, monthly).paymentFee).toBe(24_950);
  expect(shareOf(sales, bySale).kept).toBe(425_000 - 24_950);
});

test('each part is rounded to whole centavos, and the parts are the whole', () => {
  for (const total of [1, 33, 199, 12_345, 999_999_999]) {
    const {
      saleFee,
      monthly: price,
      paymentFee,
      kept,
    } = shareOf({ total, ticket: 777, paymentFee: 498 }, { saleFee: 1_500, monthly: 2_990 });
    expect(saleFee + price + paymentFee + kept).toBe(total);
    expect([saleFee, paymentFee].every(Number.isInteger)).toBe(true);
  }
});

test('a month below the price is below zero, and the page says that the fee per sale is better', () => {
  const little = { ...month, total: 10_000 };
  const [own, other] = [shareOf(little, monthly), shareOf(little, bySale)];
  expect(own.kept).toBe(7_010);
  expect(differenceText(own, other)).toContain('a taxa por venda deixa R$ 14,90 a mais');
  expect(shareOf({ ...month, total: 1_000 }, monthly).kept).toBe(-1_990);
  expect(shareOf({ ...month, total: 0 }, monthly).keptOfTicket).toBe(0);
});

test('the difference is a sentence', () => {
  const [own, other] = [shareOf(month, monthly), shareOf(month, bySale)];
  expect(differenceText(own, other)).toBe('Com a Vitrine ficam R$ 720,10 a mais por mês com você.');
  expect(differenceText(own, own)).toBe('Com esses números, dá no mesmo.');
});

test.each([
  ['5.000,00', 500_000],
  ['5000', 500_000],
  ['R$ 10', 1_000],
  ['10.000.000', 1_000_000_000],
  ['10.000.000,01', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['cinco', undefined],
  ['', undefined],
])('the sum %j is read as %s centavos', (text, centavos) => {
  expect(readSum(text)).toBe(centavos);
});

test.each([
  ['0', 0],
  ['4,98', 498],
  ['4.98 %', 498],
  ['15%', 1_500],
  ['99,99', 9_999],
  ['100', undefined],
  ['-1', undefined],
  ['4,987', undefined],
  ['', undefined],
])('the fee %j is read as %s hundredths of a percent', (text, hundredths) => {
  expect(readPercent(text)).toBe(hundredths);
});
