import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiRoute } from './api-gate.ts';
import { badField, DiscordError } from './errors.ts';
import { publicUser } from './interaction-payload.ts';
import { ban, type Circumstances, changeRole, guildForBot, readBan, readMember, unban } from './moderation.ts';
import type { OAuth } from './oauth.ts';
import { mayDo, PERMISSION } from './permissions.ts';
import { guildShape, memberShape, roleShape } from './shapes.ts';
import { join, type World } from './world.ts';

type GuildParams = { guild: string };
type MemberParams = { guild: string; user: string };
type RoleParams = { guild: string; user: string; role: string };

const MAX_DELETE_SECONDS = 604_800;
const DEFAULT_LAG_MS = 1000;

const bot = (bucket: string): { config: { api: ApiRoute } } => ({ config: { api: { auth: 'bot', bucket } } });

/** The reason is percent-encoded, 1 to 512 characters (facts: section 3). */
function readReason(request: FastifyRequest): string | null {
  const header = request.headers['x-audit-log-reason'];
  if (header === undefined) return null;
  let reason = String(header);
  try {
    reason = decodeURIComponent(reason);
  } catch {
    // Discord takes a reason unchanged if it is not percent-encoded.
  }
  const length = [...reason].length;
  if (length < 1 || length > 512) {
    throw badField('reason', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 512 in length.');
  }
  return reason;
}

const circumstances = (request: FastifyRequest): Circumstances => ({
  reason: readReason(request),
  lagMs: request.fault?.kind === 'lag' ? (request.fault.ms ?? DEFAULT_LAG_MS) : 0,
});

function checkBanBody(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('delete_message_seconds' in body)) return;
  const value = body.delete_message_seconds;
  if (value === null) return;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw badField('delete_message_seconds', 'NUMBER_TYPE_COERCE', 'Value is not int.');
  }
  if (value < 0 || value > MAX_DELETE_SECONDS) {
    const text = `int value should be between 0 and ${MAX_DELETE_SECONDS}.`;
    throw badField('delete_message_seconds', 'NUMBER_TYPE_MAX', text);
  }
}

/** Servers, members, roles and bans (facts: section 3). `api` is the scope of `/api/v10` with the gate installed. */
export function guildRoutes(api: FastifyInstance, world: World, oauth: OAuth): void {
  api.get<{ Params: GuildParams }>('/guilds/:guild', bot('guilds'), async ({ params }) =>
    guildShape(guildForBot(world, params.guild)),
  );
  api.get<{ Params: GuildParams }>('/guilds/:guild/roles', bot('guilds/roles'), async ({ params }) =>
    [...guildForBot(world, params.guild).roles.values()].map(roleShape),
  );
  api.get<{ Params: MemberParams }>('/guilds/:guild/members/:user', bot('guilds/members'), async ({ params }) => {
    const { user, member } = readMember(world, params.guild, params.user);
    return memberShape(user, member);
  });
  addMemberRoute(api, world, oauth);

  const role = '/guilds/:guild/members/:user/roles/:role';
  for (const [method, change] of [['PUT', 'give'] as const, ['DELETE', 'take'] as const]) {
    api.route<{ Params: RoleParams }>({
      method,
      url: role,
      ...bot('guilds/members/roles'),
      handler: async (request, reply) => {
        const { guild: guildId, user: userId, role: roleId } = request.params;
        changeRole(world, change, { guildId, userId, roleId }, circumstances(request));
        return reply.code(204).send();
      },
    });
  }

  const bans = '/guilds/:guild/bans/:user';
  api.get<{ Params: MemberParams }>(bans, bot('guilds/bans'), async ({ params }) => {
    const { user, reason } = readBan(world, params.guild, params.user);
    return { reason, user: publicUser(user) };
  });
  api.put<{ Params: MemberParams }>(bans, bot('guilds/bans'), async (request, reply) => {
    checkBanBody(request.body);
    ban(world, request.params.guild, request.params.user, circumstances(request));
    return reply.code(204).send();
  });
  api.delete<{ Params: MemberParams }>(bans, bot('guilds/bans'), async (request, reply) => {
    unban(world, request.params.guild, request.params.user, circumstances(request));
    return reply.code(204).send();
  });
}

/** Adds a person with their own token (scope `guilds.join`): 201, or 204 if they are already inside. */
function addMemberRoute(api: FastifyInstance, world: World, oauth: OAuth): void {
  type Route = { Params: MemberParams; Body: { access_token?: unknown } | undefined };
  api.put<Route>('/guilds/:guild/members/:user', bot('guilds/members'), async ({ params, body }, reply) => {
    const guild = guildForBot(world, params.guild);
    const accessToken = body?.access_token;
    const token = typeof accessToken === 'string' ? oauth.read(accessToken) : undefined;
    if (token?.userId !== params.user || !token.scopes.includes('guilds.join')) throw new DiscordError(50025);
    if (!mayDo(guild, world.application.id, PERMISSION.CREATE_INSTANT_INVITE)) throw new DiscordError(50013);
    const user = world.users.get(params.user);
    if (!user) throw new DiscordError(10013);
    if (guild.bans.has(user.id)) throw new DiscordError(40007);
    if (guild.members.has(user.id)) return reply.code(204).send();
    return reply.code(201).send(memberShape(user, join(world, guild, user.id)));
  });
}
