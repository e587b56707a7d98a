import { Readable } from 'node:stream';
import { oneOf } from '@vitrine/contract/action-lists';
import { limits } from '@vitrine/contract/limits';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import type { Caller } from '../../http/session.ts';
import { slowDown } from '../../http/throttle.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { editDelivery, readEditForm } from './change/edit-delivery.ts';
import { moveToServer } from './change/move-to-server.ts';
import { previewRenewal, renewDeliveries } from './change/renew-deliveries.ts';
import { deliveriesCsv } from './csv/deliveries-csv.ts';
import { listNewest, listOfOrders, readChoices } from './queries.ts';
import { withHistories } from './read-deliveries.ts';
import { cancelDeliveries, cancelDelivery, markDelivered, resendDeliveries } from './repair.ts';

const actorOf = ({ accountId, name }: Caller) => ({ accountId, name });
const done = { success: true } as const;

/** The repair desk: what people of a store see and do about its deliveries. */
export function deliveriesRoutes(app: App, { db }: Deps): void {
  serve(app, 'POST /deliveries', async ({ store, body }) => {
    const { subdomain: _, orderId, cursor, limit = limits.listDefault, ...filter } = body;
    const rows = orderId
      ? await listOfOrders(db, store.id, [orderId])
      : await listNewest(db, store.id, { limit: limit + 1, after: cursor, ...filter });
    const page = orderId ? rows : rows.slice(0, limit);
    const nextCursor = rows.length > page.length ? (page.at(-1)?.id ?? null) : null;
    return { ...done, deliveries: await withHistories(db, store.id, page), nextCursor };
  });

  serve(app, 'POST /deliveries/choices', async ({ store }) => ({ ...done, ...(await readChoices(db, store.id)) }));

  serve(app, 'POST /deliveries/export', async ({ store, caller, body, reply }) => {
    const { subdomain: _, ...filter } = body;
    await slowDown(db, [{ key: `deliveries-export:${store.id}`, limit: 20, seconds: 3600 }]);
    await transaction(db, (tx) =>
      recordAudit(tx, store.id, caller, { action: 'delivery.export', text: 'Exportou as entregas da loja' }),
    );
    return reply
      .header('content-disposition', `attachment; filename="vitrine-entregas-${store.subdomain}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(deliveriesCsv(db, store.id, filter)));
  });

  serve(app, 'POST /deliveries/resend', async ({ store, caller, body }) => {
    const ids = [...new Set(body.ids)];
    await transaction(db, (tx) => resendDeliveries(tx, store.id, actorOf(caller), ids));
    return done;
  });

  serve(app, 'POST /deliveries/edit/form', async ({ store, body }) => {
    const { action, ...rest } = await readEditForm(db, store.id, body.id);
    return { ...done, ...oneOf(action), ...rest };
  });

  serve(app, 'POST /deliveries/edit', async ({ store, caller, body }) => {
    await transaction(db, (tx) => editDelivery(tx, store.id, actorOf(caller), body));
    return done;
  });

  serve(app, 'POST /deliveries/move', async ({ store, caller, body }) => {
    const ids = [...new Set(body.ids)];
    await transaction(db, (tx) => moveToServer(tx, store.id, actorOf(caller), { ...body, ids }));
    return done;
  });

  serve(app, 'POST /deliveries/mark', async ({ store, caller, body }) => {
    await transaction(db, (tx) => markDelivered(tx, store.id, actorOf(caller), body));
    return done;
  });

  serve(app, 'POST /deliveries/cancel', async ({ store, caller, body }) => {
    await transaction(db, (tx) => cancelDelivery(tx, store.id, actorOf(caller), body));
    return done;
  });

  serve(app, 'POST /deliveries/cancel/many', async ({ store, caller, body: { ids, note } }) => {
    const chosen = { ids: [...new Set(ids)], note };
    return { ...done, ...(await transaction(db, (tx) => cancelDeliveries(tx, store.id, actorOf(caller), chosen))) };
  });

  serve(app, 'POST /deliveries/renew/preview', async ({ store, body }) => {
    const ids = [...new Set(body.ids)];
    return { ...done, changes: await transaction(db, (tx) => previewRenewal(tx, store.id, ids)) };
  });

  serve(app, 'POST /deliveries/renew', async ({ store, caller, body }) => {
    const seen = new Map(body.changes.map(({ id, after }) => [id, after]));
    return { ...done, ...(await transaction(db, (tx) => renewDeliveries(tx, store.id, actorOf(caller), seen))) };
  });
}
