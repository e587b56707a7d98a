import { limits } from '@vitrine/contract/limits';
import { StoreTarget } from '@vitrine/contract/stores';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { serve } from '../../http/serve.ts';
import type { Caller } from '../../http/session.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { disconnectStore } from './connect-guild.ts';
import { discordRoles } from './discord-roles.ts';
import { gameRoutes } from './game-routes.ts';
import { interactionsRoutes } from './interactions-routes.ts';
import { listNewest, listOfOrders } from './queries.ts';
import { withHistories } from './read-deliveries.ts';
import { cancelDelivery, markDelivered, resendDeliveries } from './repair.ts';
import { retargetOrder } from './retarget.ts';

const actorOf = ({ accountId, name }: Caller) => ({ accountId, name });
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

  serve(app, 'POST /deliveries', async ({ store, body }) => {
    const { orderId, cursor, state, limit = limits.listDefault } = body;
    const rows = orderId
      ? await listOfOrders(db, store.id, [orderId])
      : await listNewest(db, store.id, { limit: limit + 1, after: cursor, state });
    const page = orderId ? rows : rows.slice(0, limit);
    const nextCursor = rows.length > page.length ? (page.at(-1)?.id ?? null) : null;
    return { ...done, deliveries: await withHistories(db, store.id, page), nextCursor };
  });

  serve(app, 'POST /deliveries/resend', async ({ store, caller, body }) => {
    const ids = [...new Set(body.ids)];
    await transaction(db, (tx) => resendDeliveries(tx, store.id, actorOf(caller), ids));
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

  serve(app, 'POST /deliveries/retarget', async ({ store, caller, body }) => {
    await transaction(db, (tx) => retargetOrder(tx, store.id, actorOf(caller), body));
    return done;
  });

  app.post(
    '/v1/discord/disconnect',
    { schema: { body: StoreTarget }, config: { access: 'store.connect' } },
    async (request) => {
      await transaction(db, (tx) => disconnectStore(tx, config, storeOf(request).id, actorOf(callerOf(request))));
      return done;
    },
  );

  app.get('/v1/discord/roles', { config: { access: 'catalog.edit', limit: 'search' } }, async (request) => {
    return { ...done, roles: await discordRoles(deps, storeOf(request).id) };
  });
}
