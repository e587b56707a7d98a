import { nameParty } from '../../db/party.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { storeIdOf, subdomainOfHost } from '../../http/store.ts';
import { readPurchase } from '../orders/read-purchase.ts';
import { storeUrl } from '../stores/public-url.ts';
import { drawCalendar } from './calendar.ts';
import { endingsOfOrder } from './queries.ts';

/**
 * The ends of an order's benefits, for a calendar. Anybody with the order's reference may have the file. A store's host
 * answers only for its own orders. The file leaves out the reference, because people share calendars.
 */
export async function calendarRoutes(app: App, { config, db }: Deps): Promise<void> {
  serve(app, 'GET /order/:reference/calendar', async ({ params: { reference }, request, reply }) => {
    const order = await readPurchase(db, reference);
    const subdomain = subdomainOfHost(request.headers.host, config.domain);
    if (!order || (subdomain !== undefined && order.subdomain !== subdomain)) throw new Refusal('order_not_found');
    nameParty(order.store_id);
    const ends = await endingsOfOrder(db, storeIdOf(order), reference);
    if (ends.length === 0) throw new Refusal('not_found');
    const url = storeUrl(config, order.subdomain);
    const text = drawCalendar(
      new URL(url).hostname,
      ends.map(({ product_id, product, client, ends_at }) => ({
        key: `${order.store_id} ${product_id} ${client}`,
        at: ends_at,
        title: `${product} termina (${order.storeName})`,
        description: `Seu benefício ${product} na loja ${order.storeName} vale até este momento. Para renovar, compre de novo em ${url}`,
        url,
      })),
      new Date(),
    );
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="fim-do-beneficio-${order.number}.ics"`)
      .header('x-robots-tag', 'noindex')
      .send(text);
  });
}
