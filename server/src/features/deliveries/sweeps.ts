import type { ActionTarget } from '@vitrine/contract/actions';
import { limits } from '@vitrine/contract/limits';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { daysToTry, finishedStates } from './delivery.ts';
import { type Move, moveDeliveries } from './move-deliveries.ts';
import { createReversals } from './reverse-delivery.ts';
import { covered, endSource } from './rights.ts';
import { isRepeatable, keepingTargets, targets, wakeTargets } from './targets.ts';

const BATCH = 200;
const RCON_UNKNOWN = 'A resposta do RCON não chegou: confira no servidor antes de reenviar';

function byStore<T extends { store_id: string }>(rows: readonly T[]): Map<StoreId, T[]> {
  return Map.groupBy(rows, storeIdOf);
}

interface Lapsed {
  store_id: string;
  id: string;
  target: ActionTarget;
  action_type: string;
  phase: string;
  cancel_requested: boolean;
  /** The server that had it does not hold its seat any more. */
  replaced: boolean;
  /** Vitrine itself sent it over RCON, and has no answer. */
  by_rcon: boolean;
}

/**
 * Nobody renewed the lease, so the delivery is offered again. If only the server's journal knows its fate, this happens
 * `limits.gameLeaseMarginSeconds` after the end of the lease, because what began in time may still run. It goes to the same
 * server; another server in its place gets only what may be repeated. Over RCON there is no journal, so a person decides. A
 * delivery that somebody wanted to cancel is cancelled. If the server carried it out after all, its report still counts.
 */
async function releaseLapsed(tx: Tx): Promise<void> {
  const { rows } = await sql<Lapsed>`
    select store_id, id, target, action_type, phase, cancel_requested,
           server_id is not null and not exists (
             select from game_seat s
              where s.store_id = delivery.store_id and s.id = coalesce(seat_id, delivery.store_id)
                and s.server_id = delivery.server_id) as replaced,
           exists (select from game_server g
                    where g.store_id = delivery.store_id and g.id = delivery.server_id and g.framework = 'rcon') as by_rcon
      from delivery
     where state = 'sent' and lease_until < now()
       and (target <> all(${keepingTargets}) or lease_until < now() - make_interval(secs => ${limits.gameLeaseMarginSeconds}))
     order by lease_until limit ${BATCH} for update skip locked`.execute(tx);
  for (const [store, lapsed] of byStore(rows)) {
    await moveDeliveries(
      tx,
      store,
      lapsed.map(({ id, target, action_type, cancel_requested, replaced, by_rcon }): Move => {
        if (by_rcon) return { id, from: 'sent', to: 'uncertain', code: 'uncertain', message: RCON_UNKNOWN };
        if (replaced && !isRepeatable(target, action_type))
          return { id, from: 'sent', to: 'uncertain', code: 'journal_lost' };
        if (cancel_requested) return { id, from: 'sent', to: 'cancelled', code: 'order_ended' };
        if (replaced) return { id, from: 'sent', to: 'queued', code: 'restarted' };
        return { id, from: 'sent', to: 'queued', code: 'lease_over', keepServer: targets[target].keepsServer };
      }),
    );
    const toReverse = lapsed.filter((row) => row.cancel_requested && !row.by_rcon && row.phase === 'confirmation');
    await createReversals(
      tx,
      store,
      toReverse.filter(({ target, action_type }) => isRepeatable(target, action_type)).map(({ id }) => id),
    );
  }
}

interface Due {
  store_id: string;
  id: string;
  order_id: string;
  item_id: string;
  subject: string | null;
  target: ActionTarget;
  phase: string;
  confirmed: DeliveryState | null;
  covered: boolean;
}

/**
 * Starts what was scheduled and whose time has come. An expiration waits until its confirmation is finished, and no resend is out.
 * A confirmation whose delay is over gets its place among the player's deliveries now, behind those that were due before.
 */
async function startDue(tx: Tx): Promise<void> {
  const { rows } = await sql<Due>`
    select d.store_id, d.id, d.order_id, d.item_id, d.subject, d.target, d.phase, c.state as confirmed, ${covered} as covered
      from delivery d left join delivery c on c.store_id = d.store_id and c.id = d.depends_on
     where d.state = 'scheduled' and d.due_at <= now()
       and (c.state is null or c.state = any(${finishedStates}::text[]))
       and not exists (select from delivery r
                        where r.store_id = d.store_id and r.order_id = d.order_id and r.item_id = d.item_id
                          and r.resend > 0 and r.state = 'sent')
     order by d.due_at, d.seq limit ${BATCH} for update of d skip locked`.execute(tx);
  for (const [store, due] of byStore(rows)) {
    const begun = due.filter(({ phase }) => phase === 'confirmation').map(({ id }) => id);
    if (begun.length > 0) {
      await sql`update delivery set seq = default where store_id = ${store} and id = any(${begun})`.execute(tx);
    }
    for (const { order_id, item_id, target, subject, phase } of due) {
      if (phase === 'expiration') await endSource(tx, store, { order: order_id, item: item_id, target, subject });
    }
    const moves = due.map(({ id, confirmed, covered: kept }): Move => {
      const from = 'scheduled';
      if (confirmed !== null && confirmed !== 'succeeded') return { id, from, to: 'cancelled', code: 'not_delivered' };
      return kept ? { id, from, to: 'cancelled', code: 'covered' } : { id, from, to: 'queued', code: 'due' };
    });
    await moveDeliveries(tx, store, moves);
    const queued = due.filter((_, at) => moves[at]?.to === 'queued');
    await wakeTargets(
      tx,
      store,
      queued.map(({ target }) => target),
    );
  }
}

/** Gives up after 30 days of trying, or after 7 where the player never joined the Discord server. */
async function giveUp(tx: Tx): Promise<void> {
  const early = 30 - daysToTry('not_a_member');
  const { rows } = await sql<{ store_id: string; id: string }>`
    select store_id, id from delivery
     where state = 'queued' and give_up_at <= now() + make_interval(days => ${early})
       and (give_up_at <= now() or code = 'not_a_member')
     order by give_up_at limit ${BATCH} for update skip locked`.execute(tx);
  for (const [store, late] of byStore(rows)) {
    await moveDeliveries(
      tx,
      store,
      late.map(({ id }) => ({ id, from: 'queued' as const, to: 'failed' as const, code: 'given_up' })),
    );
  }
}

/** Starts what is due, takes back deliveries whose lease nobody renewed, and gives up on old ones. */
export const dueSweep: Sweep = {
  name: 'deliveries.due',
  async run({ db }) {
    await transaction(db, releaseLapsed);
    await transaction(db, startDue);
    await transaction(db, giveUp);
  },
};
