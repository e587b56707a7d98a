import { z } from 'zod';
import { nameParty } from '../../db/party.ts';
import type { Deps } from '../../deps.ts';
import { takeAnyBody } from '../../http/any-body.ts';
import type { App } from '../../http/app-type.ts';
import { customerCookieOf, findCustomer } from '../../http/customer-session.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { findStore, type StoreId, storeIdOf, subdomainOfHost } from '../../http/store.ts';
import { publicOrder } from '../orders/read-public-order.ts';
import { readSharedPix } from '../orders/share/read-shared-pix.ts';
import { cancelUnpaid } from './cancel-unpaid.ts';
import { discardOrder } from './discard-order.ts';
import { endWave } from './end-wave.ts';
import { isNoticeAddress, readNotice, storeNotice } from './handle-notice.ts';
import { orderStreams } from './live-order/order-events.ts';
import { isPress, noteOpened, payPageOf } from './open-payment.ts';
import { hurryPayment } from './reconcile.ts';
import { previewRefund } from './refunds/preview-refund.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { withdrawOrder } from './refunds/withdraw-order.ts';
import { renewPayment } from './renew-payment.ts';

const NoticeAddress = z.object({ storeId: z.string().max(60), key: z.string().max(100) });
const done = { success: true as const };
const NOTICE_BYTES = 64 * 1024;

/** A buyer's calls about an order's payment, refunds, and the notices of the provider. */
export async function paymentsRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const streams = orderStreams(deps);
  app.addHook('preClose', async () => streams.close());

  /** The order of the reference. On a store's host it must be that store's. */
  const find = async (reference: string, host: string | undefined) => {
    const order = await publicOrder(db, config, reference);
    const subdomain = subdomainOfHost(host, config.domain);
    if (!order || (subdomain !== undefined && order.store.subdomain !== subdomain)) {
      throw new Refusal('order_not_found');
    }
    return order;
  };

  serve(app, 'GET /order/:external_reference', async ({ params, request, reply }) => {
    const order = await find(params.external_reference, request.headers.host);
    if (order.status === 'pending') await hurryPayment(deps, order.external_reference);
    streams.seen(order);
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return { ...done, response: order };
  });

  serve(app, 'GET /order/:external_reference/go', async ({ params, request, reply }) => {
    const page = await payPageOf(db, config, params.external_reference);
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    if (!page || (subdomain !== undefined && subdomain !== page.subdomain)) throw new Refusal('order_not_found');
    const header = (name: string) => request.headers[name]?.toString();
    if (page.payable && isPress({ method: request.method, header })) {
      await noteOpened(db, page.store, params.external_reference);
    }
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return reply.redirect(page.address, 303);
  });

  serve(app, 'GET /order/:external_reference/events', async ({ params, request, reply }) => {
    const leave = streams.admit(request, params.external_reference);
    try {
      const order = await find(params.external_reference, request.headers.host);
      return streams.open(reply, order, leave);
    } catch (error) {
      leave();
      throw error;
    }
  });

  serve(app, 'GET /pix/:share', async ({ params, request, reply }) => {
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    const store = subdomain && (await findStore(db, subdomain));
    const shared = store && (await readSharedPix(db, config, store.id, params.share));
    if (!shared) throw new Refusal('order_not_found');
    if (shared.pix.state === 'waiting') await hurryPayment(deps, shared.reference);
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    return { ...done, response: shared.pix };
  });

  serve(app, 'POST /order/pay', async ({ body: { external_reference, paymentMethod }, request }) => {
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    const outside = { ...deps, log: request.log };
    const paid = await renewPayment(outside, external_reference, paymentMethod, subdomain);
    return { ...done, data: { external_reference: paid.reference, payment: { init_point: paid.initPoint } } };
  });

  serve(app, 'POST /order/discard', async ({ body: { external_reference: reference, buyer }, request }) => {
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    const cookie = customerCookieOf(request.headers.cookie, 'session', config.publicUrl.startsWith('https:'));
    const customerOf = async (store: StoreId) => (cookie ? await findCustomer(db, store, cookie) : undefined);
    await discardOrder({ ...deps, log: request.log }, { reference, buyer, subdomain, customerOf });
    return done;
  });

  serve(app, 'POST /order/withdraw', async ({ body: { external_reference: reference, discordId }, request }) => {
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    const asked = { reference, discordId, subdomain, address: request.ip };
    return await withdrawOrder({ ...deps, log: request.log }, asked);
  });

  serve(app, 'POST /order/refund', async ({ store, caller, body: { id, ...asked }, request }) => {
    const how = { ...asked, actor: caller, reason: asked.reason };
    const pending = await refundOrder({ ...deps, log: request.log }, store.id, id, how);
    return pending ?? { ...done, result: 'done' as const };
  });

  serve(
    app,
    'POST /order/refund/preview',
    async ({ store, body: { id, items, value } }) => await previewRefund(db, store.id, id, { items, value }),
  );

  serve(app, 'POST /order/cancel', async ({ store, caller: { accountId, name }, body: { id } }) => {
    await cancelUnpaid(db, store.id, id, { accountId, name });
    return done;
  });

  serve(app, 'POST /order/wave/end', async ({ store, caller: { accountId, name } }) => ({
    ...done,
    ended: await endWave(db, store.id, { accountId, name }),
  }));

  await app.register(async (scope: App) => {
    // A notice may be anything: we read only what it names, and answer 200 to everything.
    takeAnyBody(scope, NOTICE_BYTES, (text) => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    });
    scope.post(
      '/webhooks/mercadopago/:storeId/:key',
      { schema: { params: NoticeAddress }, config: { access: 'provider' } },
      async (request) => {
        const { storeId, key } = request.params;
        if (!(await isNoticeAddress(db, storeId, key))) throw new Refusal('not_found');
        nameParty(storeId);
        const notice = readNotice(request.query as Record<string, unknown>, request.body);
        if (notice) await storeNotice(db, storeIdOf({ store_id: storeId }), notice);
        return { success: true };
      },
    );
  });
}
