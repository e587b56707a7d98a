import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html, page } from '../lib/html.ts';
import {
  AuthorizeError,
  type AuthorizeRequest,
  PERMISSION_NAMES,
  type Query,
  readAuthorizeRequest,
} from './authorize-request.ts';
import type { Guild, User } from './model.ts';
import type { OAuth } from './oauth.ts';
import { mayDo, PERMISSION } from './permissions.ts';
import { addBot, type World } from './world.ts';

const LABEL = 'Discord';
const SESSION = 'discord_standin_user';

const SCOPE_WORDS: Record<string, string> = {
  identify: 'Acessar seu nome de usuário e avatar',
  email: 'Acessar seu endereço de e-mail',
  guilds: 'Saber de quais servidores você participa',
  'guilds.join': 'Fazer você entrar em servidores',
  bot: 'Adicionar um bot a um servidor',
  'applications.commands': 'Criar comandos',
};

export const nameOf = (user: User): string => user.globalName ?? user.username;

const html200 = (reply: FastifyReply, title: string, body: Html, status = 200): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(page({ title, label: LABEL, body }));

function back(redirectUri: string, params: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return url.toString();
}

function permissionBoxes(request: AuthorizeRequest): Html[] {
  const asked = PERMISSION_NAMES.filter(([, bit]) => (request.permissions & bit) === bit);
  return asked.map(
    ([name, bit]) =>
      html`<p><label><input type="checkbox" name="permission" value="${bit}" checked> ${name}</label></p>`,
  );
}

function guildChoice(world: World, request: AuthorizeRequest): Html {
  const guilds = [...world.guilds.values()].filter((guild) => !request.guildFixed || guild.id === request.guildId);
  const options = guilds.map(
    (guild) =>
      html`<option value="${guild.id}"${guild.id === request.guildId && html` selected`}>${guild.name}</option>`,
  );
  return html`<p><label for="guild">Adicionar ao servidor</label><br><select id="guild" name="guild">${options}</select></p>
<fieldset><legend>Permissões do bot</legend>${permissionBoxes(request)}</fieldset>`;
}

function consentPage(world: World, request: AuthorizeRequest, query: Query): Html {
  const users = [...world.users.values()].filter((user) => !user.bot);
  const people = users.map((user) => html`<option value="${user.id}">${nameOf(user)} (@${user.username})</option>`);
  const action = `/oauth2/authorize?${new URLSearchParams(query as Record<string, string>)}`;
  return html`<p><strong>${world.application.name}</strong> quer acessar sua conta do Discord. Isso permitirá:</p>
<ul>${request.scopes.map((scope) => html`<li>${SCOPE_WORDS[scope]}</li>`)}</ul>
<form method="post" action="${action}">
<p><label for="user">Entrar como</label><br><select id="user" name="user">${people}</select></p>
${request.scopes.includes('bot') && guildChoice(world, request)}
<p><button name="decision" value="authorize">Autorizar</button>
<button class="quiet" name="decision" value="cancel">Cancelar</button></p>
</form>`;
}

type Form = Record<string, string | string[] | undefined>;

function invitedGuild(world: World, request: AuthorizeRequest, userId: string, form: Form): Guild {
  const guild = world.guilds.get(String(form.guild ?? ''));
  if (!guild) throw new AuthorizeError('Escolha um servidor.');
  if (request.guildFixed && guild.id !== request.guildId) throw new AuthorizeError('Este convite é de outro servidor.');
  if (!mayDo(guild, userId, PERMISSION.MANAGE_GUILD)) {
    throw new AuthorizeError('Você precisa da permissão Gerenciar servidor para adicionar um bot a este servidor.');
  }
  return guild;
}

/** The requested bits without the unticked ones. */
function grantedBits(request: AuthorizeRequest, form: Form): bigint {
  const ticked = new Set([form.permission ?? []].flat());
  return PERMISSION_NAMES.reduce(
    (bits, [, bit]) => (ticked.has(bit.toString()) ? bits : bits & ~bit),
    request.permissions,
  );
}

/**
 * The screen where a person allows an application to act for them, and the bot's invitation. A request with an
 * unknown client or redirect gets a page and never sends the browser anywhere (facts: section 2).
 */
export function authorizeRoutes(app: FastifyInstance, world: World, oauth: OAuth): void {
  const finish = (request: AuthorizeRequest, user: User, guild: Guild | null, reply: FastifyReply): FastifyReply => {
    const { redirectUri, scopes, challenge, state, permissions } = request;
    if (redirectUri === null) {
      return html200(reply, 'Autorizado', html`<p>${world.application.name} foi adicionado a ${guild?.name}.</p>`);
    }
    const guildId = guild?.id ?? null;
    const code = oauth.issueCode({ userId: user.id, scopes, redirectUri, challenge, guildId });
    const extra: Record<string, string> =
      guildId === null ? {} : { guild_id: guildId, permissions: permissions.toString() };
    return reply.redirect(back(redirectUri, { code, state, ...extra }), 303);
  };

  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof AuthorizeError)) throw error;
      const hint = html`<p class="notice" role="alert">${error.message}</p><p>Volte ao aplicativo e tente de novo.</p>`;
      return html200(reply, 'Requisição OAuth2 inválida', hint, 400);
    });

    scope.get<{ Querystring: Query }>('/oauth2/authorize', async ({ query, headers }, reply) => {
      const request = readAuthorizeRequest(world, query);
      const [, sessionUser] = new RegExp(`${SESSION}=(\\d+)`).exec(headers.cookie ?? '') ?? [];
      const user = sessionUser === undefined ? undefined : world.users.get(sessionUser);
      const known = user && !request.scopes.includes('bot') && oauth.hasAuthorized(user.id, request.scopes);
      if (request.promptNone && known) return finish(request, user, null, reply);
      return html200(reply, 'Autorizar aplicativo', consentPage(world, request, query));
    });

    scope.post<{ Querystring: Query; Body: Form }>('/oauth2/authorize', async ({ query, body }, reply) => {
      const request = readAuthorizeRequest(world, query);
      const form = body ?? {};
      if (form.decision !== 'authorize') {
        if (request.redirectUri === null) return html200(reply, 'Cancelado', html`<p>Nada foi autorizado.</p>`);
        const description = 'The resource owner or authorization server denied the request';
        const params = { error: 'access_denied', error_description: description, state: request.state };
        return reply.redirect(back(request.redirectUri, params), 303);
      }
      const user = world.users.get(String(form.user ?? ''));
      if (!user || user.bot) throw new AuthorizeError('Escolha com qual conta entrar.');
      const guild = request.scopes.includes('bot') ? invitedGuild(world, request, user.id, form) : null;
      const granted = { ...request, permissions: grantedBits(request, form) };
      if (guild) addBot(world, guild, granted.permissions);
      reply.header('set-cookie', `${SESSION}=${user.id}; Path=/; HttpOnly; SameSite=Lax`);
      return finish(granted, user, guild, reply);
    });
  });
}
