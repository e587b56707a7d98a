import { expect, test } from 'vitest';
import { addressOf } from './address.ts';

test('the address of a call has its parameters, and none of them can lead to another call', () => {
  expect(addressOf('POST /logout')).toBe('/v1/logout');
  expect(addressOf('GET /order/:reference/receipt', { reference: 'abc' })).toBe('/v1/order/abc/receipt');
  expect(addressOf('GET /order/:reference/receipt', { reference: '../x?y#z' })).toBe(
    '/v1/order/..%2Fx%3Fy%23z/receipt',
  );
});
