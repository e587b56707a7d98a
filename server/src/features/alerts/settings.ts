import type { AlertSettings, AlertSettingsEdit, SavedAlertSettings } from '@vitrine/contract/alerts';
import { limits } from '@vitrine/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { findGuild, requireGuild } from '../discord/guilds/store-guilds.ts';
import type { PostRefusal } from '../discord/messages/post-text.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, difference, recordAudit, refuseOvertaken } from '../stores/record-audit.ts';

/** What the owner chose about alerts; the defaults until they choose. */
export async function readSettings(db: Db, store: StoreId): Promise<SavedAlertSettings> {
  const row = await db
    .selectFrom('alert_setting')
    .where('store_id', '=', store)
    .select(['silence_minutes', 'quiet_from', 'quiet_until', 'guild_id', 'channel_id', 'channel_name', 'version'])
    .executeTakeFirst();
  const { quiet_from: from, quiet_until: until } = row ?? { quiet_from: null, quiet_until: null };
  const settings: AlertSettings = {
    silenceMinutes: row?.silence_minutes ?? limits.alertSilenceMinutes,
    quiet: from && until ? { from, until } : null,
    channel: row?.channel_id
      ? { ...(row.guild_id && { server: row.guild_id }), id: row.channel_id, name: row.channel_name }
      : null,
  };
  return { settings, version: row?.version ?? 1 };
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

/** The Discord server of the channel. It is stored, so it stays when another server becomes the main one. Refuses another store's. */
async function channelServer(tx: Tx, store: StoreId, server: string | undefined): Promise<string | null> {
  const guild = server === undefined ? await findGuild(tx, store, server) : await requireGuild(tx, store, server);
  return guild?.guild_id ?? null;
}

const edited = { action: 'alerts.edit' };

/**
 * Stores what the team chose, with an entry in the log if it changed something. Refuses an edit over an older version. Answers
 * the version that stands now.
 */
export async function saveSettings(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { settings, version: read }: Pick<AlertSettingsEdit, 'settings' | 'version'>,
): Promise<number> {
  await lockStore(tx, store);
  const { settings: before, version: present } = await readSettings(tx, store);
  await refuseOvertaken(tx, store, edited, { present, read });
  const change = difference(before, settings);
  if (!change.after) return present;
  const row = {
    silence_minutes: settings.silenceMinutes,
    quiet_from: settings.quiet?.from ?? null,
    quiet_until: settings.quiet?.until ?? null,
    guild_id: settings.channel && (await channelServer(tx, store, settings.channel.server)),
    channel_id: settings.channel?.id ?? null,
    channel_name: settings.channel?.name ?? '',
    channel_problem: null,
    version: present + 1,
  };
  await tx
    .insertInto('alert_setting')
    .values({ store_id: store, ...row })
    .onConflict((on) => on.column('store_id').doUpdateSet(row))
    .execute();
  await recordAudit(tx, store, actor, {
    ...edited,
    text: 'Mudou os alertas',
    before: change.before,
    after: change.after,
  });
  return row.version;
}
