import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { makeDue } from '../../deliveries/make-due.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { planAllowsDiscord } from '../../plans/current-plan.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { panelUrl } from '../../stores/public-url.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { repairCodes } from '../guild-holds.ts';
import { moveMain } from './main-guild.ts';
import { isAt, requireGuild } from './store-guilds.ts';

export interface DiscordPerson {
  discordId: string;
  name: string;
}

export type Connected =
  /** `main` is the name of the store's main server where this is another one. */
  | { kind: 'connected'; storeName: string; main: string | null }
  | { kind: 'guild_taken' | 'guild_limit' | 'no_plan' | 'store_gone' };

const actorOf = ({ name, discordId }: DiscordPerson) => ({ accountId: null, name: `${name} (Discord ${discordId})` });

async function ownerOf(tx: Tx, store: StoreId) {
  return await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .where('member.role', '=', 'owner')
    .select(['account.id', 'account.email', 'account.email_verified_at'])
    .executeTakeFirst();
}

/**
 * Binds a Discord server to a store: the first one is its main server, others are added. A server of another store stays
 * there. Everything that waited for this one is sent now. A repetition changes nothing and succeeds.
 */
export async function connectGuild(
  tx: Tx,
  config: Config,
  store: StoreId,
  { guild, name, person }: { guild: string; name: string; person: DiscordPerson },
): Promise<Connected> {
  // Read under the lock: we asked Discord after the token was checked, and the store may be deleted by now.
  const alive = await tx
    .selectFrom('store')
    .where('id', '=', store)
    .where('deleted_at', 'is', null)
    .select('name')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!alive) return { kind: 'store_gone' };
  if (!(await planAllowsDiscord(tx, store))) return { kind: 'no_plan' };
  const own = await tx
    .selectFrom('discord_guild')
    .where('store_id', '=', store)
    .select(['guild_id', 'guild_name', 'main_of'])
    .execute();
  const known = own.some(({ guild_id }) => guild_id === guild);
  if (!known && own.length >= limits.discordServersMax) return { kind: 'guild_limit' };
  const main = own.find(({ main_of }) => main_of !== null);
  // A store that was deleted holds no server, whichever version deleted it.
  await sql`
    delete from discord_guild g using store s
     where g.guild_id = ${guild} and s.id = g.store_id and s.deleted_at is not null`.execute(tx);
  // Of two stores that bind it in one instant, the second waits here and finds it taken.
  const bound = await sql`
    insert into discord_guild as g (store_id, guild_id, main_of, guild_name, bound_by, checked_at)
    values (${store}, ${guild}, ${main ? null : store}, ${name}, ${person.discordId}, now())
    on conflict (guild_id) do update
       set guild_name = excluded.guild_name, bound_by = excluded.bound_by, main_of = coalesce(g.main_of, excluded.main_of),
           bound_at = now(), problem = null, checked_at = now(),
           held = '{}', look_at = null, try_at = null, roles_seen = null
     where g.store_id = excluded.store_id
    returning guild_id`.execute(tx);
  if (bound.rows.length === 0) return { kind: 'guild_taken' };
  await makeDue(
    tx,
    'discord',
    sql`store_id = ${store} and (code = any(${['discord_not_bound', 'plan_without_discord']})
      or code = any(${[...repairCodes]}) and ${isAt(store, guild)})`,
  );
  await enqueue(tx, 'discord.deliver', { storeId: store });
  await enqueue(tx, 'discord.guild', { storeId: store });
  if (!known) {
    const text = `Conectou o servidor do Discord ${name}`;
    await recordAudit(tx, store, actorOf(person), { action: 'discord.connect', text, after: { guild_id: guild } });
    await tellOwner(tx, config, store, { who: person.name, guild: name, connected: true });
  }
  const another = main && main.guild_id !== guild;
  return { kind: 'connected', storeName: alive.name, main: another ? main.guild_name : null };
}

/** A mail to the owner about a server that was connected or disconnected, unless `but` is the owner. */
async function tellOwner(
  tx: Tx,
  config: Config,
  store: StoreId,
  change: { who: string; guild: string; connected: boolean },
  but?: string,
): Promise<void> {
  const owner = await ownerOf(tx, store);
  if (!owner?.email || !owner.email_verified_at || owner.id === but) return;
  const data = { ...change, url: panelUrl(config, '/config?tab=discord') };
  await sendMail(tx, config, { kind: 'discord_changed', to: owner.email, storeId: store, data });
}

/**
 * Ends the binding of one of a store's servers. If it was the main one, the oldest other one becomes the main one. Deliveries
 * that name this server fail with `server_ended`, also those of later sales. Deliveries that name no server stay queued while
 * the store has no server at all. The caller has locked the store.
 */
async function endBinding(tx: Tx, store: StoreId, actor: Actor, guild: string): Promise<void> {
  const { rows } = await sql<{ guild_id: string; guild_name: string; main_of: string | null }>`
    select guild_id, guild_name, main_of from discord_guild where store_id = ${store}
     order by bound_at, guild_id for update`.execute(tx);
  const ended = rows.find(({ guild_id }) => guild_id === guild);
  const heir = rows.find(({ guild_id }) => guild_id !== guild);
  if (!ended) return;
  if (ended.main_of !== null && heir) await moveMain(tx, store, heir.guild_id);
  await tx.deleteFrom('discord_guild').where('store_id', '=', store).where('guild_id', '=', guild).execute();
  await makeDue(tx, 'discord', sql`store_id = ${store} and args->>'server' = ${guild}`);
  await enqueue(tx, 'discord.deliver', { storeId: store });
  const text = `Desconectou o servidor do Discord ${ended.guild_name}`;
  await recordAudit(tx, store, actor, { action: 'discord.disconnect', text, before: { guild_id: guild } });
}

/**
 * Disconnects a server from the panel, the main one where none is named. The owner gets a mail, unless the owner did it.
 * Refuses `discord_not_bound` and `discord_server_not_found`.
 */
export async function disconnectStore(
  tx: Tx,
  config: Config,
  store: StoreId,
  actor: { accountId: string; name: string },
  server: string | undefined,
): Promise<void> {
  await lockStore(tx, store);
  const guild = await requireGuild(tx, store, server);
  await endBinding(tx, store, actor, guild.guild_id);
  const change = { who: actor.name, guild: guild.guild_name, connected: false };
  await tellOwner(tx, config, store, change, actor.accountId);
}

/** Undoes the binding of a Discord server. Answers the name of its store, or undefined where there was none. */
export async function disconnectGuild(tx: Tx, guild: string, person: DiscordPerson): Promise<string | undefined> {
  const bound = await readBoundGuild(tx, guild);
  if (!bound) return undefined;
  await lockStore(tx, bound.storeId);
  await endBinding(tx, bound.storeId, actorOf(person), guild);
  return bound.storeName;
}

/** The store that a Discord server is bound to. */
export async function readBoundGuild(
  db: Db,
  guild: string,
): Promise<{ storeId: StoreId; storeName: string } | undefined> {
  const row = await db
    .selectFrom('discord_guild')
    .innerJoin('store', 'store.id', 'discord_guild.store_id')
    .where('guild_id', '=', guild)
    .select(['store.id as store_id', 'store.name'])
    .executeTakeFirst();
  return row && { storeId: storeIdOf(row), storeName: row.name };
}
