import { type Html, html, page } from '../lib/html.ts';
import { nameOf } from './authorize-routes.ts';
import type { Commands } from './commands.ts';
import type { Interaction } from './interaction.ts';
import type { Interactions } from './interactions.ts';
import type { Guild, Role } from './model.ts';
import { compareRoles } from './permissions.ts';
import { botIsIn, type World } from './world.ts';

export type PageParts = { world: World; commands: Commands; interactions: Interactions };

/** The permissions that the invitation link on this page asks for: MANAGE_ROLES, BAN_MEMBERS, VIEW_CHANNEL, SEND_MESSAGES. */
const INVITE_BITS = '268438532';
const SHOWN_ANSWERS = 5;
const SHOWN_AUDIT = 10;

const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

const who = (world: World, userId: string): string => {
  const user = world.users.get(userId);
  return user ? nameOf(user) : userId;
};

/** A small form with hidden fields and one button; screen readers say `label`. */
function act(action: string, fields: Record<string, string>, text: string, label: string): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="/__control/form/${action}">${hidden}<button class="quiet" aria-label="${label}">${text}</button></form>`;
}

function commandForm({ world, commands }: PageParts): Html {
  const known = commands.list();
  if (known.length === 0 || world.application.interactionsUrl === null) {
    return html`<p class="notice">A aplicação ainda não registrou comandos e a URL de interações.</p>`;
  }
  const options = new Set(known.flatMap((command) => command.options.map((option) => option.name)));
  const people = [...world.users.values()].filter((user) => !user.bot);
  return html`<form method="post" action="/__control/form/command">
<p><label for="user">Usuário</label><br><select id="user" name="user">${people.map((user) => html`<option value="${user.id}">${nameOf(user)}</option>`)}</select></p>
<p><label for="guild">Servidor</label><br><select id="guild" name="guild">${[...world.guilds.values()].map((guild) => html`<option value="${guild.id}">${guild.name}</option>`)}<option value="">Mensagem direta</option></select></p>
<p><label for="command">Comando</label><br><select id="command" name="command">${known.map(({ name, description }) => html`<option value="${name}">/${name}: ${description}</option>`)}</select></p>
${[...options].map((name) => html`<p><label for="option-${name}">Opção ${name}</label><br><input id="option-${name}" name="option.${name}" autocomplete="off" size="40"></p>`)}
<p><button>Executar comando</button></p>
</form>`;
}

function answerView(world: World, interaction: Interaction): Html {
  const { command, userId, guildId, at, state, status, problem, messages, elapsedMs } = interaction;
  const place = guildId === null ? 'mensagem direta' : (world.guilds.get(guildId)?.name ?? guildId);
  const seen = messages.map(
    (message) => html`<p style="white-space:pre-wrap">${message.content}</p>
${(message.flags & 64) !== 0 && html`<p><small>Só você pode ver esta mensagem</small></p>`}`,
  );
  return html`<article class="notice"><p><strong>/${command}</strong> por ${who(world, userId)} em ${place},
<small>${time.format(at)}, ${elapsedMs} ms, HTTP ${status ?? 'sem resposta'}</small></p>
${state === 'failed' ? html`<p>O aplicativo não respondeu.</p><p><small>${problem}</small></p>` : seen}
${state === 'deferred' && html`<p>Pensando…</p>`}</article>`;
}

function roleRows(world: World, guild: Guild): Html[] {
  const roles = [...guild.roles.values()].sort(compareRoles).reverse();
  return roles.map((role) => {
    const fields = { guild: guild.id, role: role.id };
    const at = (place: number): Record<string, string> => ({ ...fields, position: String(place) });
    const place = roles.length - 1 - roles.indexOf(role);
    const movable = role.id !== guild.id;
    return html`<tr><td>${role.name}${note(role, world)}</td><td><code>${role.id}</code></td><td>${role.permissions}</td>
<td>${movable && act('move-role', at(place + 1), 'Subir', `Subir o cargo ${role.name} em ${guild.name}`)}
${movable && act('move-role', at(place - 1), 'Descer', `Descer o cargo ${role.name} em ${guild.name}`)}
${movable && act('delete-role', fields, 'Excluir', `Excluir o cargo ${role.name} em ${guild.name}`)}</td></tr>`;
  });
}

const note = (role: Role, world: World): Html | false =>
  role.managed && html` <small>(${role.botId === world.application.id ? 'bot' : 'integração'})</small>`;

function memberRows(world: World, guild: Guild): Html[] {
  return [...guild.members.values()].map((member) => {
    const name = who(world, member.userId);
    const roles = member.roleIds.map((id) => guild.roles.get(id)?.name ?? id).join(', ');
    const isBot = member.userId === world.application.id;
    const owner = member.userId === guild.ownerId;
    return html`<tr><td>${name} ${owner && html`<small>(dono)</small>`}</td><td><code>${member.userId}</code></td>
<td>${roles || '—'}</td><td>${
      !owner && !isBot && act('leave', { guild: guild.id, user: member.userId }, 'Sair', `${name} sai de ${guild.name}`)
    }</td></tr>`;
  });
}

function botView(world: World, guild: Guild): Html {
  if (botIsIn(world, guild)) {
    return html`<p>O bot está no servidor. ${act('kick-bot', { guild: guild.id }, 'Expulsar o bot', `Expulsar o bot de ${guild.name}`)}</p>`;
  }
  const query = new URLSearchParams({
    client_id: world.application.id,
    scope: 'bot applications.commands',
    permissions: INVITE_BITS,
    guild_id: guild.id,
  });
  return html`<p>O bot não está no servidor. <a href="/oauth2/authorize?${query}">Convidar o bot para ${guild.name}</a></p>`;
}

function guildView(world: World, guild: Guild): Html {
  const outside = [...world.users.values()].filter((user) => !user.bot && !guild.members.has(user.id));
  const joinable = outside.filter((user) => !guild.bans.has(user.id));
  const bans = [...guild.bans.values()];
  return html`<section aria-label="${guild.name}"><h2>${guild.name}</h2><p><small>ID <code>${guild.id}</code></small></p>
${botView(world, guild)}
<h3>Membros</h3><div class="scroll"><table aria-label="Membros de ${guild.name}"><tr><th>Nome</th><th>ID</th><th>Cargos</th><th></th></tr>${memberRows(world, guild)}</table></div>
${
  joinable.length > 0 &&
  html`<form method="post" action="/__control/form/join"><input type="hidden" name="guild" value="${guild.id}">
<label for="join-${guild.id}">Quem entra em ${guild.name}</label> <select id="join-${guild.id}" name="user">${joinable.map((user) => html`<option value="${user.id}">${nameOf(user)}</option>`)}</select>
<button aria-label="Entrar em ${guild.name}">Entrar</button></form>`
}
<h3>Cargos</h3><div class="scroll"><table aria-label="Cargos de ${guild.name}"><tr><th>Cargo</th><th>ID</th><th>Permissões</th><th></th></tr>${roleRows(world, guild)}</table></div>
<h3>Banidos</h3><ul aria-label="Banidos de ${guild.name}">${bans.map((ban) => html`<li>${who(world, ban.userId)} ${ban.reason && html`<small>(${ban.reason})</small>`}</li>`)}${bans.length === 0 && html`<li>Ninguém</li>`}</ul>
<h3>Registro de auditoria</h3><ul aria-label="Auditoria de ${guild.name}">${guild.auditLog
    .slice(0, SHOWN_AUDIT)
    .map(
      (entry) =>
        html`<li>${time.format(entry.at)}: ${who(world, entry.actorId)} ${entry.change}, ${who(world, entry.targetId)} ${entry.reason && html`<small>(${entry.reason})</small>`}</li>`,
    )}${guild.auditLog.length === 0 && html`<li>Nada ainda</li>`}</ul></section>`;
}

/** The developer's page at `/`: servers, people, roles, and a form to run commands. `alert` is shown on top. */
export function developerPage(parts: PageParts, alert?: string): string {
  const { world, interactions } = parts;
  const answers = interactions.list().slice(0, SHOWN_ANSWERS);
  const body = html`${alert !== undefined && html`<p class="notice" role="alert">${alert}</p>`}
<section aria-label="Executar comando"><h2>Executar comando</h2>${commandForm(parts)}</section>
<section aria-label="Respostas" role="status"><h2>Respostas</h2>${answers.map((each) => answerView(world, each))}${answers.length === 0 && html`<p class="soft">Nenhum comando executado.</p>`}</section>
${[...world.guilds.values()].map((guild) => guildView(world, guild))}`;
  return page({ title: 'Discord de mentira', label: 'Discord', body });
}
