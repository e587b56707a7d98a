import { createHash } from 'node:crypto';
import { type APIRole, Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { StoreId } from '../../http/store.ts';
import { DiscordError } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Attempt } from '../../jobs/task.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { discordOf, repairOf } from './discord.ts';
import { botOf, judgeRoles } from './discord-roles.ts';
import { takeTurn } from './discord-turns.ts';
import {
  heldCode,
  holdsAfter,
  LOOK_SECONDS,
  problemOf,
  type RepairCode,
  readWaiting,
  repairCodes,
  TRY_SECONDS,
} from './guild-holds.ts';
import { stopDiscord } from './stop-discord.ts';

/** Seconds between two looks at a server that nothing waits for. */
const IDLE_SECONDS = 3600;

interface Binding {
  guild_id: string;
  held: string[];
  roles_seen: string | null;
  try_now: boolean;
}

/**
 * The one look at a server with a problem: one call a minute, whatever waits for it. What the answer shows to be repaired is due
 * at once. A second run in the same minute does nothing.
 */
export async function lookAtGuild(deps: Deps, store: StoreId, { signal }: Pick<Attempt, 'signal'>): Promise<void> {
  const rest = discordOf(deps);
  if (!rest) return;
  if (!(await takeTurn(deps.db, signal))) return;
  const binding = await takeLook(deps.db, store);
  if (!binding) return;
  const guild = binding.guild_id;
  let seen: { list: APIRole[]; me: string | undefined } | 'absent';
  try {
    const me = deps.config.discord.clientId ?? (await botOf(rest));
    seen = { list: (await rest.call<APIRole[]>('GET', Routes.guildRoles(guild), { signal })) ?? [], me };
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    if (error.status === 401) await transaction(deps.db, (tx) => stopDiscord(tx, `${error.status} ${error.code}`));
    // Without an answer the next look follows.
    if (repairOf(error) !== 'bot_missing') return await transaction(deps.db, (tx) => later(tx, store, LOOK_SECONDS));
    seen = 'absent';
  }
  await transaction(deps.db, (tx) => settle(tx, store, binding, seen));
}

/** Takes the minute's look. Undefined where it is not due, was taken, or nothing may be sent to Discord. */
async function takeLook(db: Db, store: StoreId): Promise<Binding | undefined> {
  const { rows } = await sql<Binding>`
    update guild_binding b
       set look_at = now() + make_interval(secs => ${LOOK_SECONDS})
     where store_id = ${store} and look_at <= now() and not exists (select from outside_stop where name = 'discord')
    returning guild_id, held, roles_seen, coalesce(try_at <= now(), false) as try_now`.execute(db);
  return rows[0];
}

async function later(tx: Tx, store: StoreId, seconds: number): Promise<void> {
  await enqueue(tx, 'discord.look', { storeId: store }, { afterSeconds: seconds });
}

async function settle(
  tx: Tx,
  store: StoreId,
  { guild_id, roles_seen, try_now }: Binding,
  seen: { list: APIRole[]; me: string | undefined } | 'absent',
): Promise<void> {
  // Locked before the deliveries, as where a refusal is stored. What was refused meanwhile is in it.
  const { rows } = await sql<{ held: string[] }>`
    select held from guild_binding where store_id = ${store} and guild_id = ${guild_id} for update`.execute(tx);
  const [binding] = rows;
  if (!binding) return;
  const waiting = await readWaiting(tx, store);
  const save = async (row: { held: string[]; problem: RepairCode | null; seen: string | null; tried?: boolean }) => {
    const rest = row.problem !== null;
    const seconds = waiting.length > 0 ? LOOK_SECONDS : IDLE_SECONDS;
    const inSeconds = (after: number) => (rest ? sql`now() + make_interval(secs => ${after})` : sql`null`);
    await sql`
      update guild_binding
         set held = ${row.held}, problem = ${row.problem}, roles_seen = ${rest ? row.seen : null},
             look_at = ${inSeconds(seconds)}, try_at = ${row.tried ? inSeconds(TRY_SECONDS) : rest ? sql`try_at` : sql`null`}
       where store_id = ${store} and guild_id = ${guild_id}`.execute(tx);
    if (rest) await later(tx, store, seconds);
  };
  if (seen === 'absent') {
    await save({ held: [...new Set([...binding.held, 'bot'])], problem: 'bot_missing', seen: roles_seen });
    return;
  }
  // The bot's own role is known by its mark. Its other roles would cost a second call.
  const roles = judgeRoles(seen.list, guild_id, ({ tags }) => seen.me !== undefined && tags?.bot_id === seen.me);
  const print = fingerprint(seen.list);
  // A bot that comes back changes the roles as well. That says nothing about what was refused before.
  const changed = roles_seen !== null && roles_seen !== print && !binding.held.includes('bot');
  const tryAll = try_now || changed;
  const held = holdsAfter(roles, { waiting, held: binding.held, tryAll });
  const blocked = waiting.filter((delivery) => heldCode(held, delivery));
  // A trial leaves the problem standing until Discord carries it out.
  const problem = problemOf(holdsAfter(roles, { waiting, held: binding.held, tryAll: false }), waiting);
  await save({ held: problem ? held : [], problem, seen: print, tried: tryAll });
  // What waited for the bot and now waits for a role is offered as well: it then says so.
  const due = await makeDue(
    tx,
    'discord',
    sql`store_id = ${store} and code = any(${[...repairCodes]}) and (code = 'bot_missing' or not exists (
      select from jsonb_to_recordset(${JSON.stringify(blocked)}::jsonb) as w(action_type text, role text, player text)
       where w.action_type = delivery.action_type and w.role is not distinct from delivery.args->>'roleId'
         and w.player in ('', delivery.player)))`,
  );
  if (due.length > 0) await enqueue(tx, 'discord.deliver', { storeId: store });
}

const fingerprint = (list: readonly APIRole[]) =>
  createHash('sha256')
    .update(
      list
        .map(({ id, position, permissions }) => `${id} ${position} ${permissions}`)
        .sort()
        .join('\n'),
    )
    .digest('base64url');
