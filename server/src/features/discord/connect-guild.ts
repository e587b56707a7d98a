import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { sendMail } from '../mail/send-mail.ts';
import { planAllowsDiscord } from '../plans/current-plan.ts';
import { panelUrl } from '../stores/public-url.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { repairCodes } from './guild-holds.ts';

export interface DiscordPerson {
  discordId: string;
  name: string;
}

export type Connected = { kind: 'connected'; storeName: string } | { kind: 'guild_taken' | 'no_plan' | 'store_gone' };

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
 * Binds a Discord server to a store; each has at most one of the other. The store's former server is replaced, and a
 * server of another store stays there. Everything that waited for a server is sent now. A repetition changes nothing
 * and succeeds.
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
  const former = await tx
    .selectFrom('guild_binding')
    .where('store_id', '=', store)
    .select('guild_id')
    .executeTakeFirst();
  const bound = await sql<{ store_id: string }>`
    insert into guild_binding (store_id, guild_id, guild_name, bound_by, checked_at)
    select ${store}, ${guild}, ${name}, ${person.discordId}, now()
     where not exists (select from guild_binding where guild_id = ${guild} and store_id <> ${store})
    on conflict (store_id) do update
       set guild_id = excluded.guild_id, guild_name = excluded.guild_name, bound_by = excluded.bound_by,
           bound_at = now(), problem = null, checked_at = now(),
           held = '{}', look_at = null, try_at = null, roles_seen = null
    returning store_id`.execute(tx);
  if (bound.rows.length === 0) return { kind: 'guild_taken' };
  const waiting = ['discord_not_bound', 'plan_without_discord', ...repairCodes];
  await makeDue(tx, 'discord', sql`store_id = ${store} and code = any(${waiting})`);
  await enqueue(tx, 'discord.deliver', { storeId: store });
  await enqueue(tx, 'discord.guild', { storeId: store });
  if (former?.guild_id !== guild) {
    const text = `Conectou o servidor do Discord ${name}`;
    await recordAudit(tx, store, actorOf(person), 'discord.connect', text, former ?? null, { guild_id: guild });
    const owner = await ownerOf(tx, store);
    if (owner?.email && owner.email_verified_at) {
      const data = { who: person.name, guild: name, connected: true, url: panelUrl(config, '/config?tab=discord') };
      await sendMail(tx, config, { kind: 'discord_changed', to: owner.email, storeId: store, data });
    }
  }
  return { kind: 'connected', storeName: alive.name };
}

/**
 * Undoes the binding of a store's Discord server from the panel; refuses where there is none. What waits for Discord
 * stays queued and says so. The owner gets a mail, unless the owner did it.
 */
export async function disconnectStore(
  tx: Tx,
  config: Config,
  store: StoreId,
  actor: { accountId: string; name: string },
): Promise<void> {
  const row = await tx
    .deleteFrom('guild_binding')
    .where('store_id', '=', store)
    .returning(['guild_id', 'guild_name'])
    .executeTakeFirst();
  if (!row) throw new Refusal('discord_not_bound');
  const text = `Desconectou o servidor do Discord ${row.guild_name}`;
  await recordAudit(tx, store, actor, 'discord.disconnect', text, { guild_id: row.guild_id });
  const owner = await ownerOf(tx, store);
  if (!owner?.email || !owner.email_verified_at || owner.id === actor.accountId) return;
  const url = panelUrl(config, '/config?tab=discord');
  const data = { who: actor.name, guild: row.guild_name, connected: false, url };
  await sendMail(tx, config, { kind: 'discord_changed', to: owner.email, storeId: store, data });
}

/** Undoes the binding of a Discord server. Answers the name of its store, or undefined where there was none. */
export async function disconnectGuild(tx: Tx, guild: string, person: DiscordPerson): Promise<string | undefined> {
  const { rows } = await sql<{ store_id: string; guild_name: string; store_name: string }>`
    delete from guild_binding b using store s where b.guild_id = ${guild} and s.id = b.store_id
    returning b.store_id, b.guild_name, s.name as store_name`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const text = `Desconectou o servidor do Discord ${row.guild_name}`;
  await recordAudit(tx, storeIdOf(row), actorOf(person), 'discord.disconnect', text, { guild_id: guild });
  return row.store_name;
}

/** The store that a Discord server is bound to. */
export async function readBoundGuild(
  db: Db,
  guild: string,
): Promise<{ storeId: StoreId; storeName: string } | undefined> {
  const row = await db
    .selectFrom('guild_binding')
    .innerJoin('store', 'store.id', 'guild_binding.store_id')
    .where('guild_id', '=', guild)
    .select(['store.id as store_id', 'store.name'])
    .executeTakeFirst();
  return row && { storeId: storeIdOf(row), storeName: row.name };
}
