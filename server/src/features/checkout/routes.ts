import { CityCheck, OrderCreate, OrderManual, OrderQuote } from '@vitrine/contract/orders';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { checkCityId } from '../fulfilment/check-city-id.ts';
import { expectPurchase } from '../fulfilment/expect-purchase.ts';
import { createGameWake } from '../fulfilment/game-wake.ts';
import { checkIdempotencyKey, createOrder, requireOpen } from './create-order.ts';
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
    { schema: { body: OrderCreate }, config: { access: 'shopper', limit: 'order' } },
    async (request) => {
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      return await createOrder({ ...deps, log: request.log }, storeOf(request), request.body, key);
    },
  );

  app.post(
    '/v1/order/quote',
    { schema: { body: OrderQuote }, config: { access: 'shopper', limit: 'quote' } },
    async (request) => {
      const store = storeOf(request);
      requireOpen(store);
      const quote = await quoteCart(deps.db, store.id, request.body);
      if (quote.lines.length > 0) await expectPurchase(deps.db, store.id);
      return quote;
    },
  );

  app.post(
    '/v1/order/manual',
    { schema: { body: OrderManual }, config: { access: 'orders.give' } },
    async (request) => {
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const order = await giveOrder(deps, storeOf(request).id, request.body, callerOf(request).name, key);
      return { success: true, order };
    },
  );
}
