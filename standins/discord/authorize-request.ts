import { KNOWN_SCOPES } from './oauth.ts';
import { PERMISSION } from './permissions.ts';
import { SNOWFLAKE } from './snowflake.ts';
import type { World } from './world.ts';

export type Query = Record<string, unknown>;

/** What an application asks a person for. Without `redirectUri` it is a plain bot invitation. */
export type AuthorizeRequest = {
  scopes: string[];
  redirectUri: string | null;
  state: string | null;
  promptNone: boolean;
  challenge: { method: 'S256' | 'plain'; value: string } | null;
  /** The permission bits for the bot; 0 without the scope `bot`. */
  permissions: bigint;
  guildId: string | null;
  guildFixed: boolean;
};

/** A request whose redirect cannot be trusted: Discord shows its own page and sends nobody back. */
export class AuthorizeError extends Error {}

/** One value of the query. A repeated name is refused. */
function text(query: Query, name: string): string | null {
  const value = query[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new AuthorizeError(`O parâmetro ${name} veio mais de uma vez.`);
  return value;
}

function readChallenge(query: Query): AuthorizeRequest['challenge'] {
  const value = text(query, 'code_challenge');
  if (value === null) return null;
  const method = text(query, 'code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') throw new AuthorizeError('code_challenge_method inválido.');
  if (!/^[\w.~-]{43,128}$/.test(value)) throw new AuthorizeError('code_challenge inválido.');
  return { method, value };
}

/** Reads and checks the query of `/oauth2/authorize` (facts: sections 2 and 6, Invite). Throws AuthorizeError. */
export function readAuthorizeRequest(world: World, query: Query): AuthorizeRequest {
  const { application } = world;
  if (text(query, 'client_id') !== application.id) throw new AuthorizeError('Aplicação desconhecida.');
  const scopes = (text(query, 'scope') ?? '').split(/[ +]+/).filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !KNOWN_SCOPES.has(scope))) {
    throw new AuthorizeError('Escopo inválido.');
  }
  const redirectUri = text(query, 'redirect_uri');
  const invitation = scopes.every((scope) => scope === 'bot' || scope === 'applications.commands');
  if (redirectUri === null && !invitation) throw new AuthorizeError('redirect_uri é obrigatório.');
  if (redirectUri !== null && !application.redirectUris.includes(redirectUri)) {
    throw new AuthorizeError('redirect_uri não está registrado nesta aplicação.');
  }
  const responseType = text(query, 'response_type');
  if (redirectUri !== null && responseType !== 'code') throw new AuthorizeError('response_type deve ser code.');
  const permissions = text(query, 'permissions') ?? '0';
  if (!/^\d{1,20}$/.test(permissions)) throw new AuthorizeError('permissions inválido.');
  const guildId = text(query, 'guild_id');
  if (guildId !== null && !SNOWFLAKE.test(guildId)) throw new AuthorizeError('guild_id inválido.');
  return {
    scopes,
    redirectUri,
    state: text(query, 'state'),
    promptNone: text(query, 'prompt') === 'none',
    challenge: readChallenge(query),
    permissions: scopes.includes('bot') ? BigInt(permissions) : 0n,
    guildId,
    guildFixed: guildId !== null && text(query, 'disable_guild_select') === 'true',
  };
}

/** The permissions that a person can untick on the invitation, with Discord's pt-BR names. */
export const PERMISSION_NAMES: [name: string, bit: bigint][] = [
  ['Administrador', PERMISSION.ADMINISTRATOR],
  ['Gerenciar servidor', PERMISSION.MANAGE_GUILD],
  ['Gerenciar cargos', PERMISSION.MANAGE_ROLES],
  ['Banir membros', PERMISSION.BAN_MEMBERS],
  ['Criar convite', PERMISSION.CREATE_INSTANT_INVITE],
];
