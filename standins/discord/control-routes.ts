import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DiscordControl } from './control.ts';
import { type SendInput, VARIANTS } from './interaction.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Seed } from './seed.ts';
import { DEFAULT_BEHAVIOUR } from './world.ts';

type Body = Record<string, unknown>;

class BadControl extends Error {}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new BadControl(`${name} is text`);
  return value;
}

function optionalText(body: Body, name: string): string | undefined {
  return body[name] === undefined || body[name] === '' ? undefined : text(body, name);
}

function integer(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new BadControl(`${name} is an integer`);
  return value;
}

function texts(body: Body, name: string): string[] {
  const value = body[name] ?? [];
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw new BadControl(`${name} is a list of texts`);
  }
  return value;
}

/** Keeps only known names, each with the type of its default. */
function knownFields<T extends object>(body: Body, defaults: T): Partial<T> {
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(defaults, name) || typeof value !== typeof defaults[name as keyof T])
      throw new BadControl(`bad ${name}`);
  }
  return body as Partial<T>;
}

/** Reads the body of `POST /__control/interactions`. Throws with a sentence when it is wrong. */
function readSendInput(body: Body): SendInput {
  const variant = VARIANTS.find((each) => each === body.variant);
  if (body.variant !== undefined && !variant) throw new BadControl(`variant is one of ${VARIANTS.join(', ')}`);
  const options = typeof body.options === 'object' && body.options !== null ? (body.options as Body) : {};
  return {
    command: text(body, 'command'),
    options: Object.fromEntries(Object.keys(options).map((name) => [name, text(options, name)])),
    user: text(body, 'user'),
    guild: optionalText(body, 'guild'),
    permissions: optionalText(body, 'permissions'),
    variant,
  };
}

const GUILD_OPERATIONS: Record<string, (control: DiscordControl, guildId: string, body: Body) => void> = {
  'kick-bot': (control, guildId) => control.kickBot(guildId),
  'add-bot': (control, guildId, body) => control.addBot(guildId, text(body, 'permissions')),
  'move-role': (control, guildId, body) => control.moveRole(guildId, text(body, 'role'), integer(body, 'position')),
  'delete-role': (control, guildId, body) => control.deleteRole(guildId, text(body, 'role')),
  'add-channel': (control, guildId, body) => void control.addChannel(guildId, text(body, 'name')),
  'delete-channel': (control, guildId, body) => control.deleteChannel(guildId, text(body, 'channel')),
  overwrite: (control, guildId, body) =>
    control.overwrite(guildId, text(body, 'channel'), {
      id: text(body, 'id'),
      allow: optionalText(body, 'allow'),
      deny: optionalText(body, 'deny'),
    }),
  'delete-guild': (control, guildId) => control.deleteGuild(guildId),
  join: (control, guildId, body) => control.join(guildId, text(body, 'user'), texts(body, 'roles')),
  leave: (control, guildId, body) => control.leave(guildId, text(body, 'user')),
};

const SETTINGS: Record<string, (control: DiscordControl, body: Body) => void> = {
  reset: (control) => control.reset(),
  clock: ({ clock }, body) => (body.reset === true ? clock.reset() : clock.advance(integer(body, 'advance'))),
  limits: (control, body) => control.setLimits(knownFields(body, DEFAULT_LIMITS)),
  behaviour: (control, body) => control.setBehaviour(knownFields(body, DEFAULT_BEHAVIOUR)),
  'owner-mfa': (control, body) => control.setOwnerMfa(body.has === true),
  'bot-token': (control, body) => control.setBotToken(text(body, 'token')),
  'redirect-uris': (control, body) => control.setRedirectUris(texts(body, 'uris')),
};

/** `/__control`: the typed control over HTTP, with JSON. A wrong call is 400 with a sentence. */
export function controlRoutes(app: FastifyInstance, control: DiscordControl): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply): FastifyReply => {
      const message = error instanceof Error ? error.message : 'failed';
      return reply.code(400).send({ message });
    });
    scope.get('/__control/state', async () => control.state());
    for (const [name, act] of Object.entries(SETTINGS)) {
      scope.post<{ Body: Body | undefined }>(`/__control/${name}`, async ({ body }) => {
        act(control, body ?? {});
        return { ok: true };
      });
    }
    scope.post<{ Body: Seed | undefined }>('/__control/seed', async ({ body }) => control.seed(body ?? {}));
    scope.post<{ Body: Body | undefined }>('/__control/interactions', async ({ body }) => {
      const { token: _token, ...seen } = await control.sendInteraction(readSendInput(body ?? {}));
      return seen;
    });
    scope.get('/__control/interactions', async () => control.interactions().map(({ token: _token, ...seen }) => seen));
    scope.post<{ Params: { guild: string; operation: string }; Body: Body | undefined }>(
      '/__control/guilds/:guild/:operation',
      async ({ params, body }, reply) => {
        const operate = GUILD_OPERATIONS[params.operation];
        if (!operate) return reply.code(404).send({ message: `one of ${Object.keys(GUILD_OPERATIONS).join(', ')}` });
        operate(control, params.guild, body ?? {});
        return { ok: true };
      },
    );
  });
}
