import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import { storeIdOf } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { takeHourly } from '../deliveries/roles/standing-roles.ts';

/** Stores that one run takes; the next run takes the rest. */
const BATCH = 200;

/** Enqueues a job for each store with due Discord deliveries and without a job: for retries, and for what a lost job left. */
export const discordSweep: Sweep = {
  name: 'discord.due',
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

/** Checks each bound Discord server once a day: the bot is still there, and its permissions are enough. */
export const guildSweep: Sweep = {
  name: 'discord.guilds',
  every: 60,
  async run({ db, config }) {
    if (!config.discord.botToken) return;
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ store_id: string }>`
        update discord_guild set checked_at = now()
         where store_id in (select store_id from discord_guild
           where coalesce(checked_at, '-infinity') < now() - interval '1 day' order by checked_at nulls first limit 50
           for update skip locked)
        returning store_id`.execute(tx);
      for (const storeId of new Set(rows.map(storeIdOf))) await enqueue(tx, 'discord.guild', { storeId });
    });
  },
};

/** Enqueues looks that are due and have no job: what a lost job or a long line left. */
export const lookSweep: Sweep = {
  name: 'discord.looks',
  async run({ db, config }) {
    if (!config.discord.botToken) return;
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ store_id: string }>`
        select b.store_id from discord_guild b
         where b.look_at < now() - interval '2 seconds' and not exists (select from outside_stop where name = 'discord')
           and not exists (select from pgboss.job j where j.name = 'discord.look' and j.group_id = b.store_id
                             and j.state < 'completed' and j.start_after <= now() + interval '5 seconds')
         group by b.store_id order by min(b.look_at) limit ${BATCH}`.execute(tx);
      for (const row of rows) await enqueue(tx, 'discord.look', { storeId: storeIdOf(row) });
    });
  },
};

/** Enqueues the hourly look at everybody with a paid role: who joined, or left and came back, gets what is owed. */
export const memberSweep: Sweep = {
  name: 'discord.members',
  every: 15,
  async run({ db, config }) {
    if (!config.discord.botToken) return;
    await transaction(db, async (tx) => {
      await sql`delete from outside_wait where until < now() - interval '1 hour'`.execute(tx);
      for (const { store, right } of await takeHourly(tx, BATCH)) {
        await enqueue(tx, 'discord.member', { storeId: store, rightId: right });
      }
    });
  },
};
