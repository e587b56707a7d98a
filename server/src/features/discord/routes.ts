import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { discordRoles } from './discord-roles.ts';
import { disconnectStore } from './guilds/connect-guild.ts';
import { chooseMain } from './guilds/main-guild.ts';
import { discordChannels } from './messages/discord-channels.ts';

const done = { success: true } as const;

/** The panel's calls about a store's Discord servers. At the start, one job tells Discord the bot's commands. */
export function discordRoutes(app: App, deps: Deps): void {
  const { db, config } = deps;
  if (config.discord.botToken && config.discord.publicKey) {
    app.addHook('onListen', async () => {
      await transaction(db, (tx) => enqueue(tx, 'discord.setup', {}));
    });
  }

  serve(app, 'POST /discord/main', async ({ store, caller: { accountId, name }, body }) => {
    await transaction(db, (tx) => chooseMain(tx, store.id, { accountId, name }, body.server));
    return done;
  });

  serve(app, 'POST /discord/disconnect', async ({ store, caller: { accountId, name }, body }) => {
    await transaction(db, (tx) => disconnectStore(tx, config, store.id, { accountId, name }, body.server));
    return done;
  });

  serve(app, 'GET /discord/channels', async ({ store, query }) => ({
    ...done,
    channels: await discordChannels(deps, store.id, query),
  }));

  serve(app, 'GET /discord/roles', async ({ store, query }) => ({
    ...done,
    roles: await discordRoles(deps, store.id, query),
  }));
}
