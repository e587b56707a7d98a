import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { type Customer, customerCookieOf, findCustomer } from '../../http/customer-session.ts';
import { serve } from '../../http/serve.ts';
import { type StoreId, subdomainOfHost } from '../../http/store.ts';
import { slowDown } from '../../http/throttle.ts';
import { checkCityId } from '../city/check-city-id.ts';
import { expectPurchase } from '../city/expect-purchase.ts';
import { createGameWake } from '../city/game-wake.ts';
import { checkDiscordId } from '../discord/check/discord-check.ts';
import { approve } from './approval/approve.ts';
import { correctOrder, findOwn } from './correction/correct-order.ts';
import { nameBuyer } from './correction/name-buyer.ts';
import { createOrder } from './create-order.ts';
import { giveOrder } from './give-order.ts';
import { holderOf } from './holder.ts';
import { quoteCart } from './quote-cart.ts';
import { endRehearsal } from './rehearsal/end-rehearsal.ts';
import { readRehearsal } from './rehearsal/read-rehearsal.ts';
import { rehearsePurchase } from './rehearsal/rehearse-purchase.ts';
import { startRehearsal } from './rehearsal/start-rehearsal.ts';

const done = { success: true as const };

/** Placing orders (SPEC.md section 7; DECISIONS.md, The API). */
export async function checkoutRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const answers = createGameWake(deps.listener, 'cities');
  app.addHook('preClose', async () => answers.release());

  const customerOf = async (request: FastifyRequest, store: StoreId): Promise<Customer | undefined> => {
    const cookie = customerCookieOf(request.headers.cookie, 'session', config.publicUrl.startsWith('https:'));
    return cookie ? await findCustomer(db, store, cookie) : undefined;
  };

  const asking = (request: FastifyRequest, reference: string, browser: string | undefined) => ({
    ...{ reference, browser, subdomain: subdomainOfHost(request.headers.host, config.domain) },
    customerOf: (store: StoreId) => customerOf(request, store),
  });

  serve(app, 'POST /city/check', async ({ store, body }) => {
    await expectPurchase(db, store.id);
    return await checkCityId(db, answers, store.id, body.clientId);
  });

  serve(app, 'POST /discord/check', async ({ store, body }) => ({
    success: true as const,
    result: await checkDiscordId(deps, store.id, body.discordId),
  }));

  serve(app, 'POST /products/rehearse', async ({ store, body: { subdomain: _, ...body } }) => {
    // Each one asks Discord and the city.
    await slowDown(db, [{ key: `rehearse:${store.id}`, limit: 60, seconds: 600 }]);
    await expectPurchase(db, store.id);
    return { ...done, steps: await rehearsePurchase(deps, answers, store.id, body) };
  });

  serve(app, 'POST /rehearsals/start', async ({ store, caller, body }) => {
    await expectPurchase(db, store.id);
    const id = await startRehearsal(deps, store.id, body, caller);
    const rehearsal = await readRehearsal(db, store.id, id);
    if (!rehearsal) throw new Error('a rehearsal that was started is there');
    return { ...done, rehearsal };
  });

  serve(app, 'POST /rehearsals', async ({ store, body }) => ({
    ...done,
    rehearsal: await readRehearsal(db, store.id, body.id),
  }));

  serve(app, 'POST /rehearsals/end', async ({ store, caller, body }) => {
    await endRehearsal(db, store.id, body.id, caller);
    return done;
  });

  serve(app, 'POST /order/create', async ({ store, body, headers, request }) => {
    const from = { address: request.ip, customer: await customerOf(request, store.id) };
    return await createOrder({ ...deps, log: request.log }, store, body, headers['idempotency-key'], from);
  });

  serve(app, 'POST /order/correct', async ({ body: { external_reference: reference, buyer, ...ids }, request }) => {
    await correctOrder(deps, answers, ids, asking(request, reference, buyer));
    return { success: true as const };
  });

  serve(app, 'POST /order/name', async ({ body: { external_reference: reference, buyer, shown }, request }) => {
    await nameBuyer(deps, shown, asking(request, reference, buyer));
    return { success: true as const };
  });

  serve(app, 'POST /order/own', async ({ body: { external_reference: reference, buyer }, request }) => {
    const { own } = await findOwn(deps, asking(request, reference, buyer));
    return { success: true as const, own };
  });

  serve(app, 'POST /order/quote', async ({ store, body, request }) => {
    const customer = await customerOf(request, store.id);
    const address = request.ip;
    // Before the form is filled in, we take a signed-in shopper to buy for themselves.
    const discordId = body.discordId || (customer?.discordId ?? '');
    const { secret } = config;
    const holder = holderOf(secret, store.id, { address, customer }, { discordId });
    const quote = await quoteCart(db, store.id, body, { secret, address, holder });
    if (quote.lines.length > 0) await expectPurchase(db, store.id);
    return quote;
  });

  serve(app, 'POST /order/manual', async ({ store, caller, body, headers }) => {
    const given = await giveOrder(deps, store.id, body, caller, headers['idempotency-key']);
    return 'order' in given ? { ...done, result: 'done' as const, order: given.order } : given;
  });

  serve(app, 'POST /approvals/approve', async ({ store, caller, body, request }) => {
    await approve({ ...deps, log: request.log }, store.id, body.id, caller);
    return done;
  });
}
