import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { DeliveryCode } from '../deliveries/delivery.ts';
import { makeDue } from '../deliveries/make-due.ts';
import type { GuildRoles } from './discord-roles.ts';
import { isAt } from './guilds/store-guilds.ts';

/**
 * What Discord refused and the owner can repair. While it lasts, deliveries that it concerns wait, and only one look a
 * minute asks about the whole server (docs/decisions/0060-discord-heals.md).
 *
 * - `bot`: the bot is not in the server, so everything waits
 * - `role:ID`: the bot may not give or take this role
 * - `gone:ID`: the role does not exist
 * - `bans`: the bot may not ban or lift bans
 * - `ban:ID`: Discord refused to ban this person
 * - `channel:ID`: the bot may not see this channel or write in it
 * - `nochannel:ID`: the server has no such channel
 */
export type Hold = 'bot' | 'bans' | `${'role' | 'gone' | 'ban' | 'channel' | 'nochannel'}:${string}`;

/** Codes of deliveries that wait for a repair. The first one says most, the last one least. */
export const repairCodes = [
  'bot_missing',
  'missing_permissions',
  'unknown_role',
  'channel_forbidden',
  'unknown_channel',
] as const satisfies DeliveryCode[];
export type RepairCode = (typeof repairCodes)[number];

export const isRepair = (code: string): boolean => repairCodes.some((one) => one === code);

/** Seconds between two looks at a server, from the refusal on. */
export const LOOK_SECONDS = 60;
/**
 * Seconds after which what is held is tried itself. Reading does not show every repair: the bot may have got a second
 * role, or the person to ban may have lost one.
 */
export const TRY_SECONDS = 3600;
/** Seconds until a held delivery comes up again by itself. The look makes it due long before, when its cause is gone. */
export const HELD_SECONDS = 6 * 3600;

/** A delivery, or several that differ in nothing that matters here. */
export interface Holdable {
  action_type: string;
  role: string | null;
  channel: string | null;
  player: string;
}

/** What a refusal with this code holds. */
export function holdOf(code: RepairCode, { action_type, role, channel, player }: Holdable): Hold {
  if (code === 'bot_missing') return 'bot';
  if (channel !== null) return code === 'unknown_channel' ? `nochannel:${channel}` : `channel:${channel}`;
  if (role !== null) return code === 'unknown_role' ? `gone:${role}` : `role:${role}`;
  return action_type === 'ban' ? `ban:${player}` : 'bans';
}

/** Whether the hold is about a channel, which the list of roles does not show. */
export const isOfChannel = (hold: string): boolean => hold.startsWith('channel:') || hold.startsWith('nochannel:');

const roleCodes: readonly RepairCode[] = ['missing_permissions', 'unknown_role'];
const banCodes: readonly RepairCode[] = ['missing_permissions'];
const channelCodes: readonly RepairCode[] = ['channel_forbidden', 'unknown_channel'];

/** What can hold a delivery besides the bot's absence. Nothing else can hold a direct message. */
function codesOf({ action_type, role, channel }: Holdable): readonly RepairCode[] {
  if (action_type === 'send_direct') return [];
  if (channel !== null) return channelCodes;
  return role !== null ? roleCodes : banCodes;
}

/** The code with which this delivery waits, where the server's holds concern it. */
export function heldCode(held: readonly string[], delivery: Holdable): RepairCode | undefined {
  if (held.includes('bot')) return 'bot_missing';
  const codes = codesOf(delivery);
  if (codes === banCodes && held.includes('bans')) return 'missing_permissions';
  return codes.find((code) => held.includes(holdOf(code, delivery)));
}

/**
 * Remembers a refusal and plans the next look. The alert `discord_refused` tells the owner. A server that is no longer the
 * store's stays as it is.
 */
export async function holdGuild(
  tx: Tx,
  store: StoreId,
  guild: string,
  { hold, problem }: { hold: Hold; problem: RepairCode },
): Promise<void> {
  const { rows } = await sql<{ look: boolean }>`
    with former as materialized (
      select look_at from discord_guild where store_id = ${store} and guild_id = ${guild} for update
    ), changed as (
      update discord_guild
         set held = array(select distinct unnest(held || ${hold}::text)), problem = ${problem},
             channel_turn = case when look_at is null then ${isOfChannel(hold)}::boolean else channel_turn end,
             look_at = coalesce(look_at, now() + make_interval(secs => ${LOOK_SECONDS})),
             try_at = coalesce(try_at, now() + make_interval(secs => ${TRY_SECONDS}))
       where store_id = ${store} and guild_id = ${guild}
    )
    select look_at is null as look from former`.execute(tx);
  const [former] = rows;
  if (former?.look) await enqueue(tx, 'discord.look', { storeId: store }, { afterSeconds: LOOK_SECONDS });
}

/**
 * What is still held after the server answered with its roles. Pure.
 *
 * With `tryAll`, roles, bans and channels that Discord itself refused are tried again, because something about the roles changed or
 * an hour passed.
 */
export function holdsAfter(
  {
    roles,
    mayManage,
    mayBan,
  }: Pick<GuildRoles, 'mayManage' | 'mayBan'> & { roles: { id: string; assignable: boolean }[] },
  { waiting, held, tryAll }: { waiting: readonly Holdable[]; held: readonly string[]; tryAll: boolean },
): string[] {
  const known = new Set(roles.map(({ id }) => id));
  const gone = waiting.flatMap(({ role }) => (role !== null && !known.has(role) ? [`gone:${role}`] : []));
  const refused = roles.filter(({ assignable }) => !mayManage || !assignable).map(({ id }) => `role:${id}`);
  const unseen = held.filter((hold) => hold.startsWith('ban:') || isOfChannel(hold));
  const bans = mayBan ? [] : ['bans'];
  const strict = [...new Set([...gone, ...refused, ...unseen, ...bans])];
  return tryAll ? strict.filter((hold) => hold.startsWith('gone:') || !held.includes(hold)) : strict;
}

/** The problem that people read for a server with these holds, as far as deliveries wait for it. */
export function problemOf(held: readonly string[], waiting: readonly Holdable[]): RepairCode | null {
  const codes = new Set(waiting.map((delivery) => heldCode(held, delivery)));
  return repairCodes.find((code) => codes.has(code)) ?? null;
}

/** What waits for a repair at one of a store's servers, without repetitions. */
export async function readWaiting(tx: Tx, store: StoreId, guild: string): Promise<Holdable[]> {
  const { rows } = await sql<Holdable>`
    select distinct action_type, args->>'roleId' as role, args->>'channelId' as channel, case when action_type = 'ban' then player else '' end as player
      from delivery
     where store_id = ${store} and target = 'discord' and state = 'queued' and due_at > now()
       and code = any(${[...repairCodes]}) and ${isAt(store, guild)}`.execute(tx);
  return rows;
}

/**
 * Discord carried out a delivery: the bot is in the server and may do this. Everything that waited for just that is due,
 * and the problem that people read follows.
 */
export async function releaseGuild(tx: Tx, store: StoreId, guild: string, delivery: Holdable): Promise<void> {
  const { rows } = await sql<{ held: string[] }>`
    select held from discord_guild
     where store_id = ${store} and guild_id = ${guild} and problem is not null for update`.execute(tx);
  const [binding] = rows;
  if (!binding) return;
  const fine = ['bot', ...repairCodes.map((code) => holdOf(code, delivery))];
  const held = binding.held.filter((hold) => !fine.includes(hold));
  if (held.length < binding.held.length) {
    await makeDue(
      tx,
      'discord',
      sql`${isAt(store, guild)} and code = any(${[...repairCodes]}) and (code = 'bot_missing'
        or action_type = ${delivery.action_type} and args->>'roleId' is not distinct from ${delivery.role}
          and args->>'channelId' is not distinct from ${delivery.channel})`,
    );
  }
  const problem = problemOf(held, await readWaiting(tx, store, guild));
  await sql`
    update discord_guild
       set held = ${problem ? held : []}, problem = ${problem},
           look_at = case when ${problem !== null} then look_at end, try_at = case when ${problem !== null} then try_at end
     where store_id = ${store} and guild_id = ${guild}`.execute(tx);
}

/** Brings the next look at a server forward to now. */
export async function lookNow(tx: Tx, store: StoreId, guild: string): Promise<void> {
  await sql`update discord_guild set look_at = now() where store_id = ${store} and guild_id = ${guild}`.execute(tx);
  await enqueue(tx, 'discord.look', { storeId: store });
}

/**
 * A person asked for a held delivery to be sent again, so the cause may be gone: the server is looked at now, and what is held is
 * tried itself. At most once a minute, however many deliveries the person named.
 */
export async function tryNow(tx: Tx, store: StoreId, guild: string): Promise<void> {
  const { rows } = await sql`
    update discord_guild set look_at = now(), try_at = now()
     where store_id = ${store} and guild_id = ${guild} and try_at < now() + make_interval(secs => ${TRY_SECONDS - LOOK_SECONDS})
    returning store_id`.execute(tx);
  if (rows.length > 0) await enqueue(tx, 'discord.look', { storeId: store });
}
