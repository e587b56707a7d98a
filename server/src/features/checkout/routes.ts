import { CityCheck, OrderCreate, OrderManual, OrderQuote } from '@vitrine/contract/orders';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { type Customer, customerCookieOf, findCustomer } from '../../http/customer-session.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { checkCityId } from '../city/check-city-id.ts';
import { expectPurchase } from '../city/expect-purchase.ts';
import { createGameWake } from '../city/game-wake.ts';
import { checkIdempotencyKey, createOrder } from './create-order.ts';
import { giveOrder } from './give-order.ts';
import { holderOf } from './holder.ts';
import { quoteCart } from './quote-cart.ts';

/** Placing orders (SPEC.md section 7; DECISIONS.md, The API). */
export async function checkoutRoutes(app: App, deps: Deps): Promise<void> {
  const answers = createGameWake(deps.listener, 'cities');
  app.addHook('preClose', async () => answers.release());

  const customerOf = async (request: FastifyRequest): Promise<Customer | undefined> => {
    const cookie = customerCookieOf(request.headers.cookie, 'session', deps.config.publicUrl.startsWith('https:'));
    return cookie ? await findCustomer(deps.db, storeOf(request).id, cookie) : undefined;
  };

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
      const from = { address: request.ip, customer: await customerOf(request) };
      return await createOrder({ ...deps, log: request.log }, store, request.body, key, from);
    },
  );

  app.post(
    '/v1/order/quote',
    { schema: { body: OrderQuote }, config: { access: 'shopper', limit: 'quote' } },
    async (request) => {
      const store = storeOf(request);
      const customer = await customerOf(request);
      const address = request.ip;
      // Before the form is filled in, whoever is signed in is taken to buy for himself.
      const discordId = request.body.discordId || (customer?.discordId ?? '');
      const { secret } = deps.config;
      const holder = holderOf(secret, store.id, { address, customer }, { discordId });
      const quote = await quoteCart(deps.db, store.id, request.body, { secret, address, holder });
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
