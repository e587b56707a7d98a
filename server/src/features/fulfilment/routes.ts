import {
  DeliveryCancel,
  DeliveryList,
  DeliveryMark,
  DeliveryResend,
  DeliveryRetarget,
} from '@vitrine/contract/deliveries';
import { limits } from '@vitrine/contract/limits';
import { StoreTarget } from '@vitrine/contract/stores';
import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { disconnectStore } from './connect-guild.ts';
import { discordRoles } from './discord-roles.ts';
import { gameRoutes } from './game-routes.ts';
import { interactionsRoutes } from './interactions-routes.ts';
import { listNewest, listOfOrders } from './queries.ts';
import { withHistories } from './read-deliveries.ts';
import { cancelDelivery, markDelivered, resendDeliveries } from './repair.ts';
import { retargetOrder } from './retarget.ts';

const actorOf = (request: FastifyRequest) => {
  const { accountId, name } = callerOf(request);
  return { accountId, name };
};
const done = { success: true } as const;

/** The repair desk, the role picker, and in scopes of their own what game servers and Discord call. */
export async function fulfilmentRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  await app.register(async (scope) => gameRoutes(scope.withTypeProvider<ZodTypeProvider>(), deps));
  await app.register(async (scope) => interactionsRoutes(scope.withTypeProvider<ZodTypeProvider>(), deps));
  if (config.discord.botToken && config.discord.publicKey) {
    app.addHook('onListen', async () => {
      await transaction(db, (tx) => enqueue(tx, 'discord.setup', {}));
    });
  }

  const read = { access: 'orders.read' } as const;
  const repair = { access: 'deliveries.repair' } as const;

  app.post('/v1/deliveries', { schema: { body: DeliveryList }, config: read }, async (request) => {
    const store = storeOf(request).id;
    const { orderId, cursor, state, limit = limits.listDefault } = request.body;
    const rows = orderId
      ? await listOfOrders(db, store, [orderId])
      : await listNewest(db, store, { limit: limit + 1, after: cursor, state });
    const page = orderId ? rows : rows.slice(0, limit);
    const nextCursor = rows.length > page.length ? (page.at(-1)?.id ?? null) : null;
    return { ...done, deliveries: await withHistories(db, store, page), nextCursor };
  });

  app.post('/v1/deliveries/resend', { schema: { body: DeliveryResend }, config: repair }, async (request) => {
    const ids = [...new Set(request.body.ids)];
    await transaction(db, (tx) => resendDeliveries(tx, storeOf(request).id, actorOf(request), ids));
    return done;
  });

  app.post('/v1/deliveries/mark', { schema: { body: DeliveryMark }, config: repair }, async (request) => {
    await transaction(db, (tx) => markDelivered(tx, storeOf(request).id, actorOf(request), request.body));
    return done;
  });

  app.post('/v1/deliveries/cancel', { schema: { body: DeliveryCancel }, config: repair }, async (request) => {
    await transaction(db, (tx) => cancelDelivery(tx, storeOf(request).id, actorOf(request), request.body));
    return done;
  });

  app.post('/v1/deliveries/retarget', { schema: { body: DeliveryRetarget }, config: repair }, async (request) => {
    await transaction(db, (tx) => retargetOrder(tx, storeOf(request).id, actorOf(request), request.body));
    return done;
  });

  app.post(
    '/v1/discord/disconnect',
    { schema: { body: StoreTarget }, config: { access: 'store.connect' } },
    async (request) => {
      await transaction(db, (tx) => disconnectStore(tx, config, storeOf(request).id, actorOf(request)));
      return done;
    },
  );

  app.get('/v1/discord/roles', { config: { access: 'catalog.edit', limit: 'search' } }, async (request) => {
    return { ...done, roles: await discordRoles(deps, storeOf(request).id) };
  });
}
