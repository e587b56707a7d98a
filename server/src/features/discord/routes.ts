import { StoreTarget } from '@vitrine/contract/stores';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import type { Caller } from '../../http/session.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { disconnectStore } from './connect-guild.ts';
import { discordRoles } from './discord-roles.ts';

const actorOf = ({ accountId, name }: Caller) => ({ accountId, name });
const done = { success: true } as const;

/** What the panel asks of a store's Discord server; at the start, one job tells Discord the bot's commands. */
export function discordRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;
  if (config.discord.botToken && config.discord.publicKey) {
    app.addHook('onListen', async () => {
      await transaction(db, (tx) => enqueue(tx, 'discord.setup', {}));
    });
  }

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
