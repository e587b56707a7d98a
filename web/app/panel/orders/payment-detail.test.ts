import { expect, test } from 'vitest';
import { paymentDetailText } from './payment-detail.ts';

test('a detail of a payment is said in words, and left out if the status says the same', () => {
  expect(paymentDetailText('by_collector')).toBe('Cancelado pela loja');
  expect(paymentDetailText('deadline')).toBe('O prazo para pagar acabou');
  expect(paymentDetailText('accredited')).toBeNull();
  expect(paymentDetailText(null)).toBeNull();
});

test('an unknown code of the provider is shown as a code', () => {
  expect(paymentDetailText('cc_new_reason')).toBe('Código do Mercado Pago: cc_new_reason');
  expect(paymentDetailText('constructor')).toBe('Código do Mercado Pago: constructor');
});
