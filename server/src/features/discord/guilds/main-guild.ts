import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { requireGuild } from './store-guilds.ts';

/** The list of actions, in SQL. Discord's actions that name no server and fit `which` get the name of this server. */
const named = (guild: string, which = sql<boolean>`true`) => sql`(
  select jsonb_agg(case when one->>'target' = 'discord' and not one ? 'server' and ${which}
                        then one || jsonb_build_object('server', ${guild}::text) else one end order by place)
    from jsonb_array_elements(actions) with ordinality as list(one, place))`;
const unnamed = sql<boolean>`actions @> '[{"target": "discord"}]'`;

/** Names the server in the store's deliveries that name none. */
const nameInDeliveries = (tx: Tx, store: StoreId, guild: string) =>
  sql`
    update delivery set args = args || jsonb_build_object('server', ${guild}::text)
     where store_id = ${store} and target = 'discord' and not args ? 'server'`.execute(tx);

/**
 * Writes the main server's name into all that was chosen for it without naming it, before another becomes the main one. So what
 * was sold stays at the server that it was sold for, also in an order that a late payment may revive (`mayRevive` of
 * orders/order.ts). A role or channel of a product belongs to its server. Bans and direct messages of products follow the main
 * server.
 *
 * | step | what | why then |
 * |---|---|---|
 * | 1 | names the deliveries that are there | a large store has many, and no sale waits meanwhile |
 * | 2 | locks the products in the order of their ids | sales of these products wait from here |
 * | 3 | names what products and unpaid orders have | a sale that waited copies the name |
 * | 4 | names the deliveries again | a sale that was under way before step 2 made some |
 */
async function nameMain(tx: Tx, store: StoreId, guild: string): Promise<void> {
  await nameInDeliveries(tx, store, guild);
  await sql`select from product where store_id = ${store} and ${unnamed} order by id for no key update`.execute(tx);
  await sql`
    update product set actions = ${named(guild, sql`(one ? 'roleId' or one ? 'channelId')`)}
     where store_id = ${store} and ${unnamed}`.execute(tx);
  await sql`
    update order_item set actions = ${named(guild)}
     where store_id = ${store} and ${unnamed} and order_id in (
       select id from "order"
        where store_id = ${store} and (status = 'pending' or status = 'cancelled' and note in ('expired', 'wave')))`.execute(
    tx,
  );
  await nameInDeliveries(tx, store, guild);
}

/** Lets another server of the store be the main one. The caller has locked the store. */
export async function moveMain(tx: Tx, store: StoreId, to: string): Promise<void> {
  const { rows } = await sql<{ guild_id: string }>`
    update discord_guild set main_of = null where main_of = ${store} returning guild_id`.execute(tx);
  if (rows[0]) await nameMain(tx, store, rows[0].guild_id);
  await sql`update discord_guild set main_of = store_id where store_id = ${store} and guild_id = ${to}`.execute(tx);
}

/** The owner's choice of the main server. Refuses `discord_server_not_found`. A repetition changes nothing. */
export async function chooseMain(tx: Tx, store: StoreId, actor: Actor, server: string): Promise<void> {
  await lockStore(tx, store);
  const guild = await requireGuild(tx, store, server);
  if (guild.main_of !== null) return;
  const former = await tx
    .selectFrom('discord_guild')
    .where('main_of', '=', store)
    .select('guild_id')
    .executeTakeFirst();
  await moveMain(tx, store, server);
  const text = `Tornou ${guild.guild_name} o servidor principal do Discord`;
  await recordAudit(tx, store, actor, {
    action: 'discord.main',
    text,
    before: { guild_id: former?.guild_id ?? null },
    after: { guild_id: server },
  });
}
