import { CityCheck, OrderCreate, OrderManual, OrderQuote } from '@vitrine/contract/orders';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { customerCookieOf, findCustomer } from '../../http/customer-session.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { checkCityId } from '../fulfilment/check-city-id.ts';
import { expectPurchase } from '../fulfilment/expect-purchase.ts';
import { createGameWake } from '../fulfilment/game-wake.ts';
import { checkIdempotencyKey, createOrder } from './create-order.ts';
import { giveOrder } from './give-order.ts';
import { quoteCart } from './quote-cart.ts';

/** Placing orders (SPEC.md section 7; DECISIONS.md, The API). */
export async function checkoutRoutes(app: App, deps: Deps): Promise<void> {
  const answers = createGameWake(deps.listener, 'cities');
  app.addHook('preClose', async () => answers.release());

  app.post(
    '/v1/city/check',
    { schema: { body: CityCheck }, config: { access: 'shopper', limit: 'cityCheck' } },
    async (request) => {
      const store = storeOf(request).id;
      await expectPurchase(deps.db, store);
      return await checkCityId(deps.db, answers, store, request.body.clientId);
    },
  );

  app.post(
    '/v1/order/create',
    { schema: { body: OrderCreate }, config: { access: 'shopper', whileClosed: 'handler', limit: 'order' } },
    async (request) => {
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const store = storeOf(request);
      const cookie = customerCookieOf(request.headers.cookie, 'session', deps.config.publicUrl.startsWith('https:'));
      const customer = cookie ? await findCustomer(deps.db, store.id, cookie) : undefined;
      const from = { address: request.ip, customer };
      return await createOrder({ ...deps, log: request.log }, store, request.body, key, from);
    },
  );

  app.post(
    '/v1/order/quote',
    { schema: { body: OrderQuote }, config: { access: 'shopper', limit: 'quote' } },
    async (request) => {
      const store = storeOf(request);
      const quote = await quoteCart(deps.db, store.id, request.body, request.ip);
      if (quote.lines.length > 0) await expectPurchase(deps.db, store.id);
      return quote;
    },
  );

  app.post(
    '/v1/order/manual',
    { schema: { body: OrderManual }, config: { access: 'orders.give', proven: true } },
    async (request) => {
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const order = await giveOrder(deps, storeOf(request).id, request.body, callerOf(request).name, key);
      return { success: true, order };
    },
  );
}
