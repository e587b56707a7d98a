import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiRoute } from './api-gate.ts';
import type { Commands } from './commands.ts';
import { badField, DiscordError } from './errors.ts';
import type { Message } from './interaction.ts';
import { publicUser } from './interaction-payload.ts';
import type { Interactions } from './interactions.ts';
import { guildForBot } from './moderation.ts';
import { permissionsOf } from './permissions.ts';
import { selfShape } from './shapes.ts';
import type { World } from './world.ts';

type Parts = { world: World; commands: Commands; interactions: Interactions };

const route = (auth: ApiRoute['auth'], bucket: string): { config: { api: ApiRoute } } => ({
  config: { api: { auth, bucket } },
});

/** The account of the request's token: the bot's, or that of a person who allowed `identify`. */
function selfRoutes(api: FastifyInstance, { world }: Parts): void {
  api.get('/users/@me', route('bot-or-bearer', 'users/@me'), async ({ apiCaller: caller }) => {
    const userId = caller?.kind === 'user' ? caller.token.userId : world.application.id;
    const user = world.users.get(userId);
    const scopes = caller?.kind === 'user' ? caller.token.scopes : ['identify', 'email'];
    if (!user || !scopes.includes('identify')) throw new DiscordError(50001);
    return selfShape(user, scopes.includes('email'));
  });
  api.get('/users/@me/guilds', route('bot-or-bearer', 'users/@me/guilds'), async ({ apiCaller: caller }) => {
    if (caller?.kind === 'user' && !caller.token.scopes.includes('guilds')) throw new DiscordError(50001);
    const userId = caller?.kind === 'user' ? caller.token.userId : world.application.id;
    const guilds = [...world.guilds.values()].filter((guild) => guild.members.has(userId));
    return guilds.map((guild) => ({
      id: guild.id,
      name: guild.name,
      icon: null,
      owner: guild.ownerId === userId,
      permissions: permissionsOf(guild, userId).toString(),
      features: [],
    }));
  });
  api.get<{ Params: { user: string } }>('/users/:user', route('bot', 'users'), async ({ params }) => {
    const user = world.users.get(params.user);
    if (!user) throw new DiscordError(10013);
    return publicUser(user);
  });
  api.get('/oauth2/@me', route('bearer', 'oauth2/@me'), async ({ apiCaller: caller }) => {
    if (caller?.kind !== 'user') throw new DiscordError(50001);
    const user = world.users.get(caller.token.userId);
    const { id, name } = world.application;
    return {
      application: { id, name, icon: null, description: '', bot_public: true, bot_require_code_grant: false },
      scopes: caller.token.scopes,
      expires: new Date(caller.token.expiresAt).toISOString(),
      ...(user && caller.token.scopes.includes('identify') && { user: publicUser(user) }),
    };
  });
}

function applicationShape({ world, interactions }: Parts): Record<string, unknown> {
  const { id, name, interactionsUrl, redirectUris } = world.application;
  return {
    id,
    name,
    icon: null,
    description: '',
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: interactions.key.publicKeyHex,
    interactions_endpoint_url: interactionsUrl,
    redirect_uris: redirectUris,
    install_params: { scopes: ['bot', 'applications.commands'], permissions: '268438532' },
    flags: 0,
  };
}

const refusedUrl = (text: string): DiscordError =>
  badField('interactions_endpoint_url', 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID', text);

/** Saving the URL first tests it: a PING and a bad signature (facts: section 6, set-up). */
async function saveInteractionsUrl({ world, interactions }: Parts, body: unknown): Promise<void> {
  if (typeof body !== 'object' || body === null || !('interactions_endpoint_url' in body)) return;
  const url = body.interactions_endpoint_url;
  if (url === null || url === '') {
    world.application.interactionsUrl = null;
    return;
  }
  if (typeof url !== 'string' || !URL.canParse(url)) throw refusedUrl('Not a well formed URL.');
  const verified = await interactions.verifyEndpoint(url);
  if (!verified) throw refusedUrl('The specified interactions endpoint url could not be verified.');
  world.application.interactionsUrl = url;
}

type AppParams = { app: string };
type AppGuildParams = { app: string; guild: string };

function applicationRoutes(api: FastifyInstance, parts: Parts): void {
  const { world, commands } = parts;
  const checkApp = (id: string): void => {
    if (id !== world.application.id) throw new DiscordError(20012);
  };
  api.get('/applications/@me', route('bot', 'applications/@me'), async () => applicationShape(parts));
  api.patch('/applications/@me', route('bot', 'applications/@me'), async ({ body }) => {
    await saveInteractionsUrl(parts, body);
    return applicationShape(parts);
  });
  const global = '/applications/:app/commands';
  api.get<{ Params: AppParams }>(global, route('bot', 'applications/commands'), async ({ params }) => {
    checkApp(params.app);
    return commands.list();
  });
  api.put<{ Params: AppParams }>(global, route('bot', 'applications/commands'), async ({ params, body }) => {
    checkApp(params.app);
    return commands.replace(body);
  });
  const local = '/applications/:app/guilds/:guild/commands';
  api.get<{ Params: AppGuildParams }>(local, route('bot', 'applications/guilds/commands'), async ({ params }) => {
    checkApp(params.app);
    return commands.list(guildForBot(world, params.guild).id);
  });
  api.put<{ Params: AppGuildParams }>(local, route('bot', 'applications/guilds/commands'), async ({ params, body }) => {
    checkApp(params.app);
    return commands.replace(body, guildForBot(world, params.guild).id);
  });
}

type TokenParams = { app: string; token: string };

const messageShape = (message: Message): Record<string, unknown> => ({
  id: message.id,
  type: 20,
  content: message.content,
  embeds: message.embeds,
  flags: message.flags,
  edited_timestamp: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
});

/** Answers to interactions by their own token: without bot token, and outside the global limit. */
function webhookRoutes(api: FastifyInstance, { interactions }: Parts): void {
  const open = route('none', 'webhooks');
  const original = '/webhooks/:app/:token/messages/@original';
  type Route = { Params: TokenParams };
  const ids = (request: FastifyRequest<Route>): [string, string] => [request.params.app, request.params.token];
  api.get<Route>(original, open, async (request) => messageShape(interactions.original(...ids(request))));
  api.patch<Route>(original, open, async (request) =>
    messageShape(interactions.editOriginal(...ids(request), request.body)),
  );
  api.delete<Route>(original, open, async (request, reply) => {
    interactions.deleteOriginal(...ids(request));
    return reply.code(204).send();
  });
  api.post<Route>('/webhooks/:app/:token', open, async (request) =>
    messageShape(interactions.followUp(...ids(request), request.body)),
  );
  api.post<{ Params: { id: string; token: string } }>(
    '/interactions/:id/:token/callback',
    { config: { api: { auth: 'none' } } },
    async ({ params, body }, reply) => {
      interactions.callback(params.id, params.token, body);
      return reply.code(204).send();
    },
  );
}

/** Every route of `/api/v10` that is not about one server. */
export function accountRoutes(api: FastifyInstance, parts: Parts): void {
  selfRoutes(api, parts);
  applicationRoutes(api, parts);
  webhookRoutes(api, parts);
}
