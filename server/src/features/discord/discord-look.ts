import { createHash } from 'node:crypto';
import { type APIGuildChannel, type APIRole, Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { StoreId } from '../../http/store.ts';
import { DiscordError, type DiscordRest } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Attempt } from '../../jobs/task.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { discordOf, repairOf } from './discord.ts';
import { botOf, judgeRoles } from './discord-roles.ts';
import { takeTurn } from './discord-turns.ts';
import {
  type Holdable,
  heldCode,
  holdsAfter,
  isOfChannel,
  LOOK_SECONDS,
  problemOf,
  type RepairCode,
  readWaiting,
  repairCodes,
  TRY_SECONDS,
} from './guild-holds.ts';
import { isAt } from './guilds/store-guilds.ts';
import { stopDiscord } from './stop-discord.ts';

/** Seconds between two looks at a server that nothing waits for. */
const IDLE_SECONDS = 3600;

interface Binding {
  guild_id: string;
  held: string[];
  roles_seen: string | null;
  channels_seen: string | null;
  channel_turn: boolean;
  try_now: boolean;
}

/** What one call to Discord answered. */
type Seen = { roles: APIRole[]; me: string | undefined } | { channels: APIGuildChannel[] } | 'absent';

/** Takes the looks at a store's servers that are due, each for itself. A second run in the same minute does nothing. */
export async function lookAtGuilds(deps: Deps, store: StoreId, { signal }: Pick<Attempt, 'signal'>): Promise<void> {
  const rest = discordOf(deps);
  if (!rest || !(await takeTurn(deps.db, signal))) return;
  for (const [place, guild] of (await takeLooks(deps.db, store)).entries()) {
    if (place > 0 && !(await takeTurn(deps.db, signal))) {
      return await transaction(deps.db, (tx) => later(tx, store, LOOK_SECONDS));
    }
    await lookAtGuild(deps, rest, store, guild, signal);
  }
}

/**
 * The one look at a server with a problem: one call a minute, however many deliveries wait for it. If the answer shows that a
 * cause is repaired, what waited for it is due at once. While a channel is held, looks at roles and at channels take turns.
 */
async function lookAtGuild(
  deps: Deps,
  rest: DiscordRest,
  store: StoreId,
  binding: Binding,
  signal: AbortSignal,
): Promise<void> {
  const guild = binding.guild_id;
  let seen: Seen;
  try {
    if (isForChannels(binding)) {
      seen = { channels: (await rest.call<APIGuildChannel[]>('GET', Routes.guildChannels(guild), { signal })) ?? [] };
    } else {
      const me = deps.config.discord.clientId ?? (await botOf(rest));
      seen = { roles: (await rest.call<APIRole[]>('GET', Routes.guildRoles(guild), { signal })) ?? [], me };
    }
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    if (error.status === 401) await transaction(deps.db, (tx) => stopDiscord(tx, `${error.status} ${error.code}`));
    // Without an answer the next look follows.
    if (repairOf(error) !== 'bot_missing') return await transaction(deps.db, (tx) => later(tx, store, LOOK_SECONDS));
    seen = 'absent';
  }
  await transaction(deps.db, (tx) => settle(tx, store, binding, seen));
}

/** A person's wish to try again, and a missing bot, are for the look at roles. */
const isForChannels = ({ held, channel_turn, try_now }: Binding) =>
  channel_turn && !try_now && !held.includes('bot') && held.some(isOfChannel);

/** Takes the minute's look at each server that is due. It takes no look while nothing may be sent to Discord. */
async function takeLooks(db: Db, store: StoreId): Promise<Binding[]> {
  const { rows } = await sql<Binding>`
    update discord_guild b
       set look_at = now() + make_interval(secs => ${LOOK_SECONDS})
     where store_id = ${store} and look_at <= now() and not exists (select from outside_stop where name = 'discord')
    returning guild_id, held, roles_seen, channels_seen, channel_turn, coalesce(try_at <= now(), false) as try_now`.execute(
    db,
  );
  return rows;
}

async function later(tx: Tx, store: StoreId, seconds: number): Promise<void> {
  await enqueue(tx, 'discord.look', { storeId: store }, { afterSeconds: seconds });
}

/** What a look changes: what stays held, what people read, and what it saw. */
interface Verdict {
  held: string[];
  problem: RepairCode | null;
  seen: { roles?: string; channels?: string };
  /** The look had the held deliveries tried. */
  tried: boolean;
}

async function settle(tx: Tx, store: StoreId, former: Binding, seen: Seen): Promise<void> {
  const guild = former.guild_id;
  // Locked before the deliveries, in the same order as when a refusal is stored. The row has what was refused meanwhile.
  const { rows } = await sql<{ held: string[] }>`
    select held from discord_guild where store_id = ${store} and guild_id = ${guild} for update`.execute(tx);
  const [binding] = rows;
  if (!binding) return;
  const waiting = await readWaiting(tx, store, guild);
  const verdict = judge({ ...former, held: binding.held }, seen, waiting);
  await save(tx, store, guild, verdict, waiting.length > 0 ? LOOK_SECONDS : IDLE_SECONDS);
  if (seen === 'absent') return;
  const blocked = waiting.filter((delivery) => heldCode(verdict.held, delivery));
  // What waited for the bot and now waits for a role is offered too, so that its code becomes the one of the role.
  const due = await makeDue(
    tx,
    'discord',
    sql`${isAt(store, guild)} and code = any(${[...repairCodes]}) and (code = 'bot_missing' or not exists (
      select from jsonb_to_recordset(${JSON.stringify(blocked)}::jsonb)
               as w(action_type text, role text, channel text, player text)
       where w.action_type = delivery.action_type and w.role is not distinct from delivery.args->>'roleId'
         and w.channel is not distinct from delivery.args->>'channelId' and w.player in ('', delivery.player)))`,
  );
  if (due.length > 0) await enqueue(tx, 'discord.deliver', { storeId: store });
}

/** What one answer says about what is held. Pure. */
function judge({ guild_id, held, ...former }: Binding, seen: Seen, waiting: readonly Holdable[]): Verdict {
  if (seen === 'absent') {
    return { held: [...new Set([...held, 'bot'])], problem: 'bot_missing', seen: {}, tried: false };
  }
  if ('channels' in seen) {
    const print = fingerprint(
      seen.channels.map((channel) => JSON.stringify([channel.id, channel.permission_overwrites])),
    );
    // The first look at channels has nothing to compare with, so the channels are tried.
    const changed = former.channels_seen !== print;
    const known = new Set(seen.channels.map(({ id }) => id));
    const stays = held.filter((hold) => {
      if (hold.startsWith('nochannel:')) return !known.has(hold.slice('nochannel:'.length));
      return !(changed && hold.startsWith('channel:'));
    });
    return { held: stays, problem: problemOf(held, waiting), seen: { channels: print }, tried: false };
  }
  // The bot's own role is known by its mark. Its other roles would cost a second call.
  const roles = judgeRoles(seen.roles, guild_id, ({ tags }) => seen.me !== undefined && tags?.bot_id === seen.me);
  const print = fingerprint(seen.roles.map(({ id, position, permissions }) => `${id} ${position} ${permissions}`));
  // A bot that comes back changes the roles as well. That says nothing about what was refused before.
  const changed = former.roles_seen !== null && former.roles_seen !== print && !held.includes('bot');
  const tryAll = former.try_now || changed;
  const stays = holdsAfter(roles, { waiting, held, tryAll });
  // A trial leaves the problem standing until Discord carries it out.
  const problem = problemOf(holdsAfter(roles, { waiting, held, tryAll: false }), waiting);
  return { held: problem ? stays : [], problem, seen: { roles: print }, tried: tryAll };
}

async function save(
  tx: Tx,
  store: StoreId,
  guild: string,
  { held, problem, seen, tried }: Verdict,
  seconds: number,
): Promise<void> {
  const rest = problem !== null;
  const inSeconds = (after: number) => (rest ? sql`now() + make_interval(secs => ${after})` : sql`null`);
  await sql`
    update discord_guild
       set held = ${rest ? held : []}, problem = ${problem}, channel_turn = ${rest && seen.roles !== undefined},
           roles_seen = ${rest ? sql`coalesce(${seen.roles ?? null}, roles_seen)` : sql`null`},
           channels_seen = ${rest ? sql`coalesce(${seen.channels ?? null}, channels_seen)` : sql`null`},
           look_at = ${inSeconds(seconds)}, try_at = ${tried ? inSeconds(TRY_SECONDS) : rest ? sql`try_at` : sql`null`}
     where store_id = ${store} and guild_id = ${guild}`.execute(tx);
  if (rest) await later(tx, store, seconds);
}

const fingerprint = (lines: readonly string[]) =>
  createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url');
