import { randomBytes } from 'node:crypto';
import { type Clock, createClock } from '../lib/clock.ts';
import { installFaults } from '../lib/faults.ts';
import { createJournal, installJournal } from '../lib/journal.ts';
import { createApp, startServer } from '../lib/server.ts';
import { installGate } from './api-gate.ts';
import { authorizeRoutes } from './authorize-routes.ts';
import { cdnRoutes } from './cdn.ts';
import { Commands } from './commands.ts';
import { createControl, type DiscordControl, type Parts } from './control.ts';
import { controlRoutes } from './control-routes.ts';
import { developerActions } from './developer-actions.ts';
import { createDiscordFaults } from './discord-faults.ts';
import { Interactions } from './interactions.ts';
import { RateLimits } from './limits.ts';
import type { Application } from './model.ts';
import { OAuth } from './oauth.ts';
import { oauthRoutes } from './oauth-routes.ts';
import { accountRoutes } from './rest-application.ts';
import { channelRoutes } from './rest-channels.ts';
import { guildRoutes } from './rest-guilds.ts';
import { createSigningKey } from './signing.ts';
import { createWorld } from './world.ts';

export type DiscordOptions = {
  /** 0 or undefined takes a free one. */
  port?: number;
  clientId?: string;
  clientSecret?: string;
  botToken?: string;
  /** The addresses that a login may return to, compared character by character. */
  redirectUris?: string[];
  clock?: Clock;
};

export type DiscordStandin = {
  /** Address of the API and of the developer's page. */
  url: string;
  /** The product's DISCORD_API_URL; the version is added to it. */
  apiUrl: string;
  authorizeUrl: string;
  cdnUrl: string;
  clientId: string;
  clientSecret: string;
  botToken: string;
  /** Ed25519, 64 hex digits. */
  publicKey: string;
  control: DiscordControl;
  close(): Promise<void>;
};

const DEFAULT_CLIENT_ID = '880011223344556677';

function makeApplication(options: DiscordOptions): Application {
  return {
    id: options.clientId ?? DEFAULT_CLIENT_ID,
    name: 'Vitrine',
    secret: options.clientSecret ?? randomBytes(24).toString('base64url'),
    botToken: options.botToken ?? `standin.${randomBytes(32).toString('base64url')}`,
    redirectUris: [...(options.redirectUris ?? [])],
    interactionsUrl: null,
    ownerHasMfa: true,
  };
}

/** A Discord on 127.0.0.1 with one application, its bot, and the demo's people and servers. */
export async function startDiscord(options: DiscordOptions = {}): Promise<DiscordStandin> {
  const clock = options.clock ?? createClock();
  const world = createWorld(clock, makeApplication(options));
  const commands = new Commands(world);
  const parts: Parts = {
    world,
    commands,
    oauth: new OAuth(world),
    limits: new RateLimits(clock.now),
    interactions: new Interactions(world, commands, createSigningKey()),
    journal: createJournal(),
    faults: createDiscordFaults(),
  };
  const { oauth, limits, interactions } = parts;
  const control = createControl(parts);

  const app = createApp();
  installJournal(app, parts.journal, clock);
  installFaults(app, parts.faults);
  controlRoutes(app, control);
  authorizeRoutes(app, world, oauth);
  cdnRoutes(app, world);
  developerActions(app, parts, control);
  app.register(
    async (api) => {
      installGate(api, { world, oauth, limits });
      oauthRoutes(api, world, oauth);
      api.register(
        async (v10) => {
          oauthRoutes(v10, world, oauth);
          guildRoutes(v10, world, oauth);
          channelRoutes(v10, world);
          accountRoutes(v10, { world, commands, interactions });
        },
        { prefix: '/v10' },
      );
    },
    { prefix: '/api' },
  );
  const { url, close } = await startServer(app, options.port);
  return {
    url,
    apiUrl: `${url}/api`,
    authorizeUrl: `${url}/oauth2/authorize`,
    cdnUrl: url,
    clientId: world.application.id,
    clientSecret: world.application.secret,
    botToken: world.application.botToken,
    publicKey: interactions.key.publicKeyHex,
    control,
    close,
  };
}
