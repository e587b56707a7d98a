import { StoreScope } from '@vitrine/contract/common';
import { type JunkWaveAnswer, OrderList, OrderTarget } from '@vitrine/contract/orders';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { storeOf } from '../../http/door.ts';
import { readWave } from './junk-wave.ts';
import { readOrderDetails, readOrders } from './read-orders.ts';

/** The panel's orders (SPEC.md, Orders page; DECISIONS.md, Placeholders). */
export async function ordersRoutes(app: App, { db }: Deps): Promise<void> {
  const read = { access: 'orders.read', limit: 'search' } as const;

  app.post('/v1/order', { schema: { body: OrderList }, config: read }, async (request) => {
    return await readOrders(db, storeOf(request).id, request.body);
  });

  app.post('/v1/order/wave', { schema: { body: StoreScope }, config: { access: 'orders.read' } }, async (request) => {
    const answer: JunkWaveAnswer = { success: true, wave: await readWave(db, storeOf(request).id) };
    return answer;
  });

  app.post('/v1/order/details', { schema: { body: OrderTarget }, config: read }, async (request) => {
    return await readOrderDetails(db, storeOf(request).id, request.body.id);
  });
}
