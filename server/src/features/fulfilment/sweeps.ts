import { limits } from '@vitrine/contract/limits';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Sweep } from '../../jobs/sweeps.ts';
import { daysToTry, repeatable } from './delivery.ts';
import { type Move, moveDeliveries } from './move-deliveries.ts';
import { createReversals } from './reverse-delivery.ts';
import { covered, endSource } from './rights.ts';

const BATCH = 200;

function byStore<T extends { store_id: string }>(rows: readonly T[]): Map<StoreId, T[]> {
  return Map.groupBy(rows, (row) => storeIdOf(row)) as Map<StoreId, T[]>;
}

interface Lapsed {
  store_id: string;
  id: string;
  target: string;
  action_type: string;
  phase: string;
  cancel_requested: boolean;
}

/**
 * Nobody renewed the lease: offered again, to the same game server only, because its journal alone knows. What was to be
 * cancelled is; should the server have done it after all, its word still counts.
 */
async function releaseLapsed(tx: Tx): Promise<void> {
  const { rows } = await sql<Lapsed>`
    select store_id, id, target, action_type, phase, cancel_requested from delivery
     where state = 'sent' and lease_until < now() order by lease_until limit ${BATCH} for update skip locked`.execute(
    tx,
  );
  for (const [store, lapsed] of byStore(rows)) {
    await moveDeliveries(
      tx,
      store,
      lapsed.map(({ id, target, cancel_requested }): Move => {
        if (cancel_requested) return { id, from: 'sent', to: 'cancelled', code: 'order_ended' };
        return { id, from: 'sent', to: 'queued', code: 'lease_over', keepServer: target === 'fivem' };
      }),
    );
    const taken = lapsed.filter((row) => row.cancel_requested && row.phase === 'confirmation');
    await createReversals(
      tx,
      store,
      taken.filter(({ action_type }) => repeatable.has(action_type)).map(({ id }) => id),
    );
  }
}

interface Due {
  store_id: string;
  id: string;
  order_id: string;
  item_id: string;
  subject: string | null;
  target: string;
  confirmed: DeliveryState | null;
  covered: boolean;
}

/** Expirations whose time has come, each after the fate of its confirmation is known. */
async function startDue(tx: Tx): Promise<void> {
  const { rows } = await sql<Due>`
    select d.store_id, d.id, d.order_id, d.item_id, d.subject, d.target, c.state as confirmed, ${covered} as covered
      from delivery d left join delivery c on c.store_id = d.store_id and c.id = d.depends_on
     where d.state = 'scheduled' and d.due_at <= now()
       and (c.state is null or c.state in ('succeeded', 'failed', 'cancelled'))
     order by d.due_at, d.seq limit ${BATCH} for update of d skip locked`.execute(tx);
  for (const [store, due] of byStore(rows)) {
    for (const { order_id, item_id, subject } of due) {
      await endSource(tx, store, { order: order_id, item: item_id, subject });
    }
    const moves = due.map(({ id, confirmed, covered: kept }): Move => {
      const from = 'scheduled';
      if (confirmed !== null && confirmed !== 'succeeded') return { id, from, to: 'cancelled', code: 'not_delivered' };
      return kept ? { id, from, to: 'cancelled', code: 'covered' } : { id, from, to: 'queued', code: 'due' };
    });
    await moveDeliveries(tx, store, moves);
    const discord = due.some(({ target }, at) => target === 'discord' && moves[at]?.to === 'queued');
    if (discord) await enqueue(tx, 'discord.deliver', { storeId: store });
  }
}

/** Thirty days (seven for who never joined the Discord server) of trying are enough. */
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

/** Deliveries whose time has come, leases that nobody renewed, tries that are over. */
export const dueSweep: Sweep = {
  name: 'fulfilment.due',
  async run({ db }) {
    await transaction(db, releaseLapsed);
    await transaction(db, startDue);
    await transaction(db, giveUp);
  },
};

/** Stores whose Discord deliveries are due and that no job looks after: retries, and what a lost job left. */
export const discordSweep: Sweep = {
  name: 'fulfilment.discord',
  async run({ db, config }) {
    if (!config.discord.botToken) return;
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ store_id: string }>`
        select distinct d.store_id from delivery d
         where d.state = 'queued' and d.target = 'discord' and d.due_at <= now()
           and not exists (select from outside_stop where name = 'discord')
           and not exists (select from pgboss.job j where j.name = 'discord.deliver' and j.group_id = d.store_id
                             and j.state < 'completed' and j.start_after <= now() + interval '5 seconds')
         limit ${BATCH}`.execute(tx);
      for (const row of rows) await enqueue(tx, 'discord.deliver', { storeId: storeIdOf(row) });
      const stopped = await sql`
        update outside_stop set next_check_at = now() + interval '1 minute'
         where name = 'discord' and next_check_at <= now() returning name`.execute(tx);
      if (stopped.rows.length > 0) await enqueue(tx, 'discord.check', {});
    });
  },
};

/** Each bound Discord server is looked at once a day: bot still there, permissions still enough. */
export const guildSweep: Sweep = {
  name: 'fulfilment.guilds',
  every: 60,
  async run({ db, config }) {
    if (!config.discord.botToken) return;
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ store_id: string }>`
        update guild_binding set checked_at = now()
         where store_id in (select store_id from guild_binding
           where coalesce(checked_at, '-infinity') < now() - interval '1 day' order by checked_at nulls first limit 50
           for update skip locked)
        returning store_id`.execute(tx);
      for (const row of rows) await enqueue(tx, 'discord.guild', { storeId: storeIdOf(row) });
    });
  },
};

/** Nonces older than their memory, with a margin for clocks: a request that old is refused by its time. */
export const nonceSweep: Sweep = {
  name: 'fulfilment.nonces',
  every: 60,
  async run({ db }) {
    await sql`delete from game_nonce where at < now() - make_interval(mins => ${limits.gameNonceMinutes} + 1)`.execute(
      db,
    );
  },
};
