import type { AlertSettings } from '@vitrine/contract/alerts';
import { limits } from '@vitrine/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { findGuild, requireGuild } from '../discord/guilds/store-guilds.ts';
import type { PostRefusal } from '../discord/messages/post-text.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, difference, recordAudit } from '../stores/record-audit.ts';

/** What the owner chose about alerts; the defaults until they choose. */
export async function readSettings(db: Db, store: StoreId): Promise<AlertSettings> {
  const row = await db
    .selectFrom('alert_setting')
    .where('store_id', '=', store)
    .select(['silence_minutes', 'quiet_from', 'quiet_until', 'guild_id', 'channel_id', 'channel_name'])
    .executeTakeFirst();
  const { quiet_from: from, quiet_until: until } = row ?? { quiet_from: null, quiet_until: null };
  return {
    silenceMinutes: row?.silence_minutes ?? limits.alertSilenceMinutes,
    quiet: from && until ? { from, until } : null,
    channel: row?.channel_id
      ? { ...(row.guild_id && { server: row.guild_id }), id: row.channel_id, name: row.channel_name }
      : null,
  };
}

const channelProblems: Record<PostRefusal, string> = {
  discord_not_bound: 'Nenhum servidor do Discord está conectado à loja.',
  plan_without_discord: 'O plano da loja não inclui o Discord.',
  channel_forbidden: 'O bot não pode ver este canal ou escrever nele. Confira as permissões do canal.',
  server_ended: 'O servidor do Discord deste canal foi desconectado. Escolha outro canal.',
  unknown_channel: 'Este canal não existe mais no servidor do Discord. Escolha outro.',
};

/** Why alerts do not reach the channel, pt-BR; null while they do. */
export async function readChannelProblem(db: Db, store: StoreId): Promise<string | null> {
  const row = await db
    .selectFrom('alert_setting')
    .where('store_id', '=', store)
    .select('channel_problem')
    .executeTakeFirst();
  const problem = row?.channel_problem;
  return problem ? (channelProblems[problem as PostRefusal] ?? problem) : null;
}

/** A channel belongs to its server, whichever is the main one later. Refuses a server that is not the store's. */
async function channelServer(tx: Tx, store: StoreId, server: string | undefined): Promise<string | null> {
  const guild = server === undefined ? await findGuild(tx, store, server) : await requireGuild(tx, store, server);
  return guild?.guild_id ?? null;
}

/** Stores the owner's choice, with an entry in the log where it changed something. */
export async function saveSettings(tx: Tx, store: StoreId, actor: Actor, settings: AlertSettings): Promise<void> {
  await lockStore(tx, store);
  const change = difference(await readSettings(tx, store), settings);
  if (!change.after) return;
  const row = {
    silence_minutes: settings.silenceMinutes,
    quiet_from: settings.quiet?.from ?? null,
    quiet_until: settings.quiet?.until ?? null,
    guild_id: settings.channel && (await channelServer(tx, store, settings.channel.server)),
    channel_id: settings.channel?.id ?? null,
    channel_name: settings.channel?.name ?? '',
    channel_problem: null,
  };
  await tx
    .insertInto('alert_setting')
    .values({ store_id: store, ...row })
    .onConflict((on) => on.column('store_id').doUpdateSet(row))
    .execute();
  await recordAudit(tx, store, actor, {
    action: 'alerts.edit',
    text: 'Mudou os alertas',
    before: change.before,
    after: change.after,
  });
}
