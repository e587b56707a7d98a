import { newReference } from '../../db/ids.ts';
import { asCustomer, hostOf, onHost, type Row } from '../sample.ts';

/** Good requests of customers on the host of their store. */
export const customerRequests: Record<string, Row> = {
  'GET /v1/customer/discord/start': onHost(),
  'GET /v1/customer/me': onHost(),
  'GET /v1/customer/discord/return': {
    make: () => ({ url: `/v1/customer/discord/return?code=abc&state=${newReference()}` }),
  },
  'GET /v1/customer/discord/finish': onHost(undefined, `/v1/customer/discord/finish?code=${newReference()}`),
  'POST /v1/customer/link': {
    make: (side) => ({ headers: { host: hostOf(side) }, body: { email: side.buyer } }),
  },
  'POST /v1/customer/enter': onHost({ token: newReference() }),
  'POST /v1/customer/wait': {
    id: (side) => side.product,
    make: (side, product) => ({ headers: { host: hostOf(side) }, body: { email: side.buyer, product } }),
  },
  'POST /v1/customer/wait/confirm': onHost({ token: newReference() }),
  'POST /v1/customer/wait/end': onHost({ token: newReference() }),
  'GET /v1/customer/export': asCustomer(),
  'POST /v1/customer/erase': asCustomer({ confirm: 'sim' }),
  'POST /v1/customer/logout': asCustomer({}),
};
