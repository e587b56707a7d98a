import { limits } from '@vitrine/contract/limits';
import { outsideName } from '@vitrine/contract/names';
import { type APIGuild, PermissionFlagsBits, Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { slowDown } from '../../http/throttle.ts';
import { findStoreByToken } from '../stores/game-token.ts';
import { discordOf } from './discord.ts';
import { lookAtMember } from './discord-members.ts';
import { type Connected, connectGuild, disconnectGuild, readBoundGuild } from './guilds/connect-guild.ts';
import { waitingServers } from './waiting-servers.ts';

const snowflake = z.string().regex(/^\d{17,20}$/);
const User = z.object({ id: snowflake, username: z.string().max(100), global_name: z.string().max(100).nullish() });

/** A slash command as Discord sends it, with only the fields that we read. */
export const Interaction = z.object({
  application_id: snowflake,
  type: z.number(),
  token: z.string().max(500),
  guild_id: snowflake.nullish(),
  member: z
    .object({
      user: User,
      permissions: z.string().regex(/^\d{1,30}$/),
      roles: z.array(snowflake).max(1000).nullish(),
      joined_at: z.iso.datetime({ offset: true }).nullish(),
    })
    .nullish(),
  app_permissions: z
    .string()
    .regex(/^\d{1,30}$/)
    .nullish(),
  data: z
    .object({
      name: z.string().max(100),
      options: z.array(z.object({ name: z.string(), value: z.unknown() })).nullish(),
    })
    .nullish(),
});
export type Interaction = z.infer<typeof Interaction>;

const { BanMembers, Administrator, ManageGuild, ManageRoles } = PermissionFlagsBits;
const TRIES = { limit: 5, seconds: 600 };
const LOOK_MS = 1200;
/** Longest name that we keep of a server or a person, in letters. */
const NAME_MAX = 100;

const has = (bits: bigint, permission: bigint) => (bits & (permission | Administrator)) !== 0n;

/** What the bot still lacks in the server, in words for people; empty when it lacks nothing. */
function missingOf(appPermissions: string | null | undefined): string[] {
  const bits = BigInt(appPermissions ?? '0');
  return [...(has(bits, ManageRoles) ? [] : ['Gerenciar cargos']), ...(has(bits, BanMembers) ? [] : ['Banir membros'])];
}

function healthLines(appPermissions: string | null | undefined): string {
  const missing = missingOf(appPermissions);
  const hint = 'Arraste o cargo do bot para cima dos cargos que ele vai entregar.';
  return missing.length === 0
    ? `O bot tem as permissões de que precisa. ${hint}`
    : `Faltam permissões ao bot: ${missing.join(' e ')}. ${hint}`;
}

const unknownToken = 'Token não reconhecido. Copie de novo o token de identificação no painel da loja.';
const outcomes: Record<Exclude<Connected['kind'], 'connected'>, string> = {
  guild_limit: `A loja já tem ${limits.discordServersMax} servidores do Discord, o máximo. Desconecte um no painel.`,
  guild_taken: 'Este servidor já está conectado a outra loja. Use /desconectar primeiro.',
  // The store's token ended with the store.
  store_gone: unknownToken,
  no_plan: 'O plano desta loja não inclui a integração com o Discord.',
};

/**
 * Runs one slash command and answers its text, pt-BR. Checks the caller's rights again, because a server may loosen
 * them.
 */
export async function runCommand(deps: Deps, interaction: Interaction): Promise<string> {
  const { guild_id: guild, member, data, app_permissions } = interaction;
  if (!guild || !member) return 'Use este comando dentro do servidor do Discord da sua cidade.';
  if (data?.name === 'resgatar') return await claimRoles(deps, guild, member);
  if (!has(BigInt(member.permissions), ManageGuild)) {
    return 'Você precisa da permissão "Gerenciar servidor" para usar este comando.';
  }
  const { id, username, global_name: shown } = member.user;
  const person = { discordId: id, name: outsideName(shown ?? '', NAME_MAX) || username };
  switch (data?.name) {
    case 'conectar': {
      const token = data.options?.find(({ name }) => name === 'token')?.value;
      return await connect(deps, guild, person, typeof token === 'string' ? token : '', app_permissions);
    }
    case 'desconectar': {
      const store = await transaction(deps.db, (tx) => disconnectGuild(tx, guild, person));
      return store
        ? `Este servidor foi desconectado da loja ${store}.`
        : 'Este servidor não está conectado a uma loja.';
    }
    case 'servidores': {
      if (!has(BigInt(member.permissions), Administrator)) return 'Só administradores do servidor usam este comando.';
      const code = data.options?.find(({ name }) => name === 'aprovar')?.value;
      return await waitingServers(deps, guild, person.discordId, typeof code === 'string' ? code.trim() : undefined);
    }
    case 'status': {
      const bound = await readBoundGuild(deps.db, guild);
      return bound
        ? `Conectado à loja ${bound.storeName}. ${healthLines(app_permissions)}`
        : 'Este servidor não está conectado a uma loja. Use /conectar com o token de identificação do painel.';
    }
  }
  return 'Comando desconhecido.';
}

/** `/resgatar`: whoever left the server and came back gets the paid roles again. Discord says who asks. */
async function claimRoles(deps: Deps, guild: string, member: NonNullable<Interaction['member']>): Promise<string> {
  const bound = await readBoundGuild(deps.db, guild);
  if (!bound) return 'Este servidor não está conectado a uma loja.';
  const holder = member.user.id;
  try {
    await slowDown(deps.db, [{ key: `discord-claim:user:${holder}`, ...TRIES }]);
  } catch (error) {
    if (error instanceof Refusal) return 'Muitas tentativas. Aguarde dez minutos e tente de novo.';
    throw error;
  }
  const seen = member.joined_at ? { roles: member.roles ?? [], joinedAt: new Date(member.joined_at) } : undefined;
  const given = await lookAtMember(deps, { store: bound.storeId, holder, at: { guild, seen } });
  return given > 0
    ? `Pronto: você recebeu de novo ${given === 1 ? 'um cargo' : `${given} cargos`} das suas compras na loja ${bound.storeName}.`
    : `Conferimos as suas compras na loja ${bound.storeName}. O que ainda falta chega em instantes; se algo não chegar, veja a página do pedido.`;
}

async function connect(
  deps: Deps,
  guild: string,
  person: { discordId: string; name: string },
  token: string,
  appPermissions: string | null | undefined,
): Promise<string> {
  try {
    await slowDown(deps.db, [
      { key: `discord-connect:guild:${guild}`, ...TRIES },
      { key: `discord-connect:user:${person.discordId}`, ...TRIES },
    ]);
  } catch (error) {
    if (error instanceof Refusal) return 'Muitas tentativas. Aguarde dez minutos e tente de novo.';
    throw error;
  }
  const store = await findStoreByToken(deps.db, token);
  if (!store) return unknownToken;
  // The payload lacks the server's name. Without an answer here, the daily check fills it in.
  const seen = await discordOf(deps)
    ?.call<APIGuild>('GET', Routes.guild(guild), { timeout: LOOK_MS })
    .catch(() => undefined);
  const name = outsideName(seen?.name ?? '', NAME_MAX) || 'Servidor do Discord';
  const result = await transaction(deps.db, (tx) => connectGuild(tx, deps.config, store, { guild, name, person }));
  if (result.kind !== 'connected') return outcomes[result.kind];
  const more = result.main
    ? ` O servidor principal continua ${result.main}: escolha este nas ações dos produtos, ou torne-o o principal no painel.`
    : '';
  return `Servidor conectado à loja ${result.storeName}.${more} ${healthLines(appPermissions)}`;
}
