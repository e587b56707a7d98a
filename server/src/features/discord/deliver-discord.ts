import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Attempt } from '../../jobs/task.ts';
import { applyOutcomes, lockForOutcomes, type Outcome } from '../deliveries/apply-outcomes.ts';
import { pauseAfter } from '../deliveries/delivery.ts';
import { putOff } from '../deliveries/make-due.ts';
import { type Move, moveDeliveries } from '../deliveries/move-deliveries.ts';
import { keepAftermath } from '../deliveries/places/aftermath.ts';
import { priorsOf, rememberStanding } from '../deliveries/places/standing.ts';
import { isLateResend } from '../deliveries/resend/goods.ts';
import { createReversals } from '../deliveries/reverse-delivery.ts';
import { covered } from '../deliveries/rights.ts';
import { planAllowsDiscord } from '../plans/current-plan.ts';
import { type Attempted, attemptDiscord, type DiscordDelivery, discordOf } from './discord.ts';
import { HELD_SECONDS, type Holdable, heldCode, holdGuild, holdOf, releaseGuild, tryNow } from './guild-holds.ts';
import { findGuild } from './guilds/store-guilds.ts';
import { attemptMessage } from './messages/discord-messages.ts';
import { closeMessage, DOUBT_SECONDS, isMessage, openMessage } from './messages/message-journal.ts';
import { stopDiscord } from './stop-discord.ts';

/** A call and its report take less time. Whoever is silent for longer is gone. */
const LEASE_SECONDS = 30;
/** How long one job works for its store, so that other stores have their turns. */
const TURN_MS = 10_000;
const SHORT_WAIT_SECONDS = 2;

interface Claimed extends DiscordDelivery {
  wanted: boolean;
  covered: boolean;
  late: boolean;
  phase: string;
  /** A message that may have arrived at an attempt before. */
  doubtful: boolean;
}

/**
 * Sends what is due to a store's Discord servers, one after the other: claim, call outside any transaction, report. A
 * turn is bounded; a new job, behind those of other stores, sends the rest. It may be repeated at any point: every
 * Discord action may be, and a message has its journal and its nonce (docs/decisions/0068).
 */
export async function deliverDiscord(deps: Deps, store: StoreId, attempt: Attempt): Promise<void> {
  const { db } = deps;
  const rest = discordOf(deps);
  if (!rest) return;
  // A second run means that the first was cut off, so nobody works on what it had claimed.
  if (attempt.number > 1) await transaction(db, (tx) => reclaim(tx, store));
  const until = performance.now() + TURN_MS;
  while (!attempt.signal.aborted) {
    if (await isStopped(db)) return;
    if (performance.now() > until) return await later(db, store, 0);
    const claim = await transaction(db, (tx) => claimNext(tx, store));
    if (claim === 'nothing') return;
    if (claim === 'again') continue;
    const attempted = await tryOne(rest, claim, attempt.signal);
    const wait = await transaction(db, (tx) => report(tx, store, claim, attempted));
    if (wait !== undefined) return await later(db, store, wait);
  }
}

type Rest = NonNullable<ReturnType<typeof discordOf>>;
type Claim = { delivery: Claimed; guild: string };

/** Waits here as long as Discord asks, if that is short: a full bucket then costs a pause instead of a new job. */
async function tryOne(rest: Rest, { guild, delivery }: Claim, signal: AbortSignal): Promise<Attempted> {
  for (let turn = 0; ; turn += 1) {
    const attempt = isMessage(delivery.action_type) ? attemptMessage : attemptDiscord;
    const attempted = await attempt(rest, guild, delivery, signal);
    if (!('wait' in attempted) || attempted.wait > SHORT_WAIT_SECONDS || turn === 3) return attempted;
    await delay(attempted.wait * 1000 + 20, undefined, { signal }).catch(() => {});
  }
}

async function isStopped(db: Db): Promise<boolean> {
  const { rows } = await sql`select from outside_stop where name = 'discord'`.execute(db);
  return rows.length > 0;
}

async function later(db: Db, store: StoreId, seconds: number): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, 'discord.deliver', { storeId: store }, { afterSeconds: seconds }));
}

async function reclaim(tx: Tx, store: StoreId): Promise<void> {
  const { rows } = await sql<{ id: string; cancel_requested: boolean }>`
    select id, cancel_requested from delivery
     where store_id = ${store} and target = 'discord' and state = 'sent' order by seq for update`.execute(tx);
  await moveDeliveries(
    tx,
    store,
    rows.map(({ id }) => ({ id, from: 'sent' as const, to: 'queued' as const, code: 'lease_over' })),
  );
}

/** Takes the next one. A delivery that cannot be sent now is put off or cancelled instead (`again`). */
async function claimNext(tx: Tx, store: StoreId): Promise<Claim | 'nothing' | 'again'> {
  const { rows } = await sql<Claimed>`
    select d.id, d.attempts + 1 as attempts, d.action_type, d.args, d.player, d.code, d.phase, o.number,
           (d.phase <> 'confirmation' or o.status = 'completed') and not d.cancel_requested as wanted, ${covered} as covered,
           ${isLateResend} as late
      from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
     where d.store_id = ${store} and d.target = 'discord' and d.state = 'queued' and d.due_at <= now()
       and not exists (
         select from delivery e
          where e.store_id = d.store_id and e.target = 'discord' and e.player = d.player and e.seq < d.seq
            and e.state in ('queued', 'sent') and (e.state = 'sent' or e.subject = d.subject))
     order by d.seq limit 1 for update of d skip locked`.execute(tx);
  const delivery = rows[0];
  if (!delivery) return 'nothing';
  const move = async (rest: Pick<Move, 'to'> & Partial<Move>) => {
    await moveDeliveries(tx, store, [{ id: delivery.id, from: 'queued', ...rest }]);
    return 'again' as const;
  };
  if (!delivery.wanted) {
    await move({ to: 'cancelled', code: 'order_ended' });
    // It was out before and may have arrived. Taking back what is not there does no harm.
    if (delivery.attempts > 1) await createReversals(tx, store, [delivery.id]);
    return 'again';
  }
  if (delivery.covered) return await move({ to: 'cancelled', code: 'covered' });
  if (delivery.late) return await move({ to: 'cancelled', code: 'right_over' });
  const server = textOf(delivery.args.server) ?? undefined;
  const binding = await findGuild(tx, store, server);
  if (!binding && server !== undefined) {
    // A person decides where it goes now. If it is a message that may have arrived, the person also finds out whether it did.
    const begun = isMessage(delivery.action_type) && (await openMessage(tx, store, delivery.id)) !== 'first';
    await closeMessage(tx, store, delivery.id);
    return await move(begun ? { to: 'uncertain', code: 'message_unknown' } : { to: 'failed', code: 'server_ended' });
  }
  const missing = !binding ? 'discord_not_bound' : (await planAllowsDiscord(tx, store)) ? null : 'plan_without_discord';
  if (!binding || missing) {
    return await move({ to: 'queued', code: missing, dueIn: pauseAfter(missing ?? '', 6) });
  }
  const held = heldCode(binding.held, holdable(delivery));
  if (held === delivery.code && held) {
    await putOff(tx, store, delivery.id, HELD_SECONDS);
    return 'again';
  }
  if (held && (delivery.code === 'resend' || delivery.code === 'corrected')) await tryNow(tx, store, binding.guild_id);
  if (held) return await move({ to: 'queued', code: held, dueIn: HELD_SECONDS });
  if (delivery.action_type === 'remove_role' && delivery.phase !== 'confirmation') {
    const priors = await priorsOf(tx, store, { target: 'discord', site: binding.guild_id, holder: delivery.player });
    const kept = priors.has(`role:${delivery.args.roleId}`);
    const name = String(delivery.args.roleName || delivery.args.roleId);
    await keepAftermath(tx, store, new Map([[delivery.id, kept ? { stays: name, by: 'prior' } : { taken: name }]]));
    if (kept) return await move({ to: 'cancelled', code: 'kept' });
  }
  if (isMessage(delivery.action_type)) {
    const begun = await openMessage(tx, store, delivery.id);
    if (begun === 'late') {
      await closeMessage(tx, store, delivery.id);
      return await move({ to: 'uncertain', code: 'message_unknown' });
    }
    delivery.doubtful = begun === 'doubtful';
  }
  await moveDeliveries(tx, store, [
    { id: delivery.id, from: 'queued', to: 'sent', lease: { server: null, epoch: null, seconds: LEASE_SECONDS } },
  ]);
  return { delivery, guild: binding.guild_id };
}

/** Stores the result of an attempt. If the turn must end, it answers the seconds until the store's next attempt. */
async function report(
  tx: Tx,
  store: StoreId,
  { guild, delivery }: Claim,
  attempted: Attempted,
): Promise<number | undefined> {
  const { id } = delivery;
  if (isMessage(delivery.action_type) && (await settleMessage(tx, store, delivery, attempted))) return undefined;
  if ('repair' in attempted) {
    const problem = attempted.repair;
    const hold = holdOf(problem, holdable(delivery));
    // The server is locked before its delivery, in the same order as when a look is stored.
    await holdGuild(tx, store, guild, { hold, problem });
    const outcome = { id, status: 'deferred', code: problem, pause: HELD_SECONDS } as const;
    await applyOutcomes(tx, store, await lockForOutcomes(tx, store, [id]), [outcome]);
    if (attempted.saw) await rememberStanding(tx, store, id, attempted.saw);
    return undefined;
  }
  const rows = await lockForOutcomes(tx, store, [id]);
  const apply = (outcome: Omit<Outcome, 'id'>) => applyOutcomes(tx, store, rows, [{ id, ...outcome }]);
  if ('stop' in attempted) {
    await apply({ status: 'deferred', code: 'discord_stopped', pause: 60, uncounted: true });
    await stopDiscord(tx, attempted.stop);
    return undefined;
  }
  if ('wait' in attempted) {
    await apply({ status: 'deferred', code: 'discord_rate_limited', pause: attempted.wait, uncounted: true });
    return attempted.wait;
  }
  if ('unproven' in attempted) return undefined;
  await apply(attempted.outcome);
  if (attempted.fine) await releaseGuild(tx, store, guild, holdable(delivery));
  return undefined;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
const holdable = ({ action_type, args, player }: DiscordDelivery): Holdable => ({
  action_type,
  role: textOf(args.roleId),
  channel: textOf(args.channelId),
  player,
});

/**
 * Stores what is now known of a message. Answers true if that already decides the delivery. After an attempt without a known
 * end it is tried again while Discord knows the nonce. A refusal after such an attempt says nothing about it, so a person decides.
 */
async function settleMessage(
  tx: Tx,
  store: StoreId,
  { id, doubtful }: Claimed,
  attempted: Attempted,
): Promise<boolean> {
  const apply = async (outcome: Omit<Outcome, 'id'>) => {
    await applyOutcomes(tx, store, await lockForOutcomes(tx, store, [id]), [{ id, ...outcome }]);
    return true;
  };
  if ('unproven' in attempted) {
    return await apply({ status: 'deferred', code: 'discord_unavailable', pause: DOUBT_SECONDS });
  }
  const refused = 'repair' in attempted || ('outcome' in attempted && attempted.outcome.status === 'failed');
  const arrived = 'outcome' in attempted && attempted.outcome.status === 'succeeded';
  // Nothing was sent this time. Whether the earlier attempt arrived is still unknown.
  if (doubtful && !refused && !arrived) return false;
  await closeMessage(tx, store, id);
  return doubtful && refused ? await apply({ status: 'uncertain', code: 'message_unknown' }) : false;
}
