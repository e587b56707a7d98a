import { limits } from '@vitrine/contract/limits';
import { mayDo } from '@vitrine/contract/permissions';
import type { ResendChange, ResendFilter, ResendJob, ResendJobState } from '@vitrine/contract/resends';
import type { Role } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { isSamePlayers } from './goods.ts';
import { planResend } from './plan-resend.ts';

/** Jobs that send goods again, as people begin, stop and watch them. `run-resend.ts` does their work. */

interface Row {
  id: string;
  state: ResendJobState;
  reason: string;
  actor: string;
  total: number;
  resent: number;
  excluded: number;
  withdrawn: number;
  waiting: number;
  arrived: number;
  problem: number;
  created_at: Date;
  finished_at: Date | null;
}

const SHOWN = 10;

/** The store's newest jobs, or the one with this id. `waiting`, `arrived` and `problem` count what the job sent again. */
export async function listResends(db: Db | Tx, store: StoreId, id?: string): Promise<ResendJob[]> {
  const { rows } = await sql<Row>`
    select j.id, j.state, j.reason, j.actor, j.total, j.resent, j.excluded, j.withdrawn, j.created_at, j.finished_at,
           d.waiting, d.arrived, d.problem
      from resend_job j
      cross join lateral (
        select (count(*) filter (where state = 'queued' and server_id is null and resend_of is not null
                                 and created_at >= j.created_at and ${isSamePlayers}))::int as waiting,
               (count(*) filter (where state = 'succeeded'))::int as arrived,
               (count(*) filter (where state in ('failed', 'uncertain')))::int as problem
          from delivery where store_id = j.store_id and resend_job = j.id) d
     where j.store_id = ${store} and (${id ?? null}::text is null or j.id = ${id ?? null})
     order by j.created_at desc, j.id desc limit ${SHOWN}`.execute(db);
  return rows.map(({ created_at, finished_at, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
  }));
}

async function jobById(tx: Tx, store: StoreId, id: string): Promise<ResendJob> {
  const [job] = await listResends(tx, store, id);
  if (!job) throw new Refusal('resend_not_found');
  return job;
}

/** Whoever may not give goods has an allowance for a day, because goods that are sent again were given twice. */
async function refuseAboveAllowance(tx: Tx, store: StoreId, actor: Actor, role: Role, total: number): Promise<void> {
  if (mayDo(role, 'orders.give')) return;
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(case when finished_at is null then total else resent end), 0)::int as used from resend_job
     where store_id = ${store} and account_id = ${actor.accountId} and created_at > now() - interval '24 hours'`.execute(
    tx,
  );
  if ((rows[0]?.used ?? 0) + total > limits.resendsPerDay) throw new Refusal('resend_allowance');
}

/**
 * Begins a job for the goods that ended until `asOf`, and leaves its work to a worker. Refuses `resend_running` while
 * another job of the store is open, `resend_nothing`, `resend_too_many`, `resend_many_players`, and `resend_allowance` for a person who may not
 * give goods.
 */
export async function startResend(
  tx: Tx,
  store: StoreId,
  { actor, role, filter, asOf, reason }: { actor: Actor; role: Role; filter: ResendFilter; asOf: Date; reason: string },
): Promise<ResendJob> {
  const until = new Date(Math.min(asOf.getTime(), Date.now()));
  const { total, more } = await planResend(tx, store, filter, until);
  if (more) throw new Refusal('resend_too_many');
  if (total === 0) throw new Refusal('resend_nothing');
  const id = newId();
  const { rows } = await sql`
    insert into resend_job (store_id, id, state, filter, as_of, reason, account_id, actor, total)
    values (${store}, ${id}, 'running', ${JSON.stringify(filter)}::jsonb, ${until}, ${reason}, ${actor.accountId},
            ${actor.name}, ${total})
    on conflict (store_id) where finished_at is null do nothing returning id`.execute(tx);
  if (rows.length === 0) throw new Refusal('resend_running');
  await refuseAboveAllowance(tx, store, actor, role, total);
  await enqueue(tx, 'deliveries.resend', { storeId: store, jobId: id });
  await recordAudit(tx, store, actor, {
    action: 'delivery.resend_job',
    text: `Começou a reenviar ${total} entrega(s)${filter.toClient === undefined ? '' : ` para o personagem ${filter.toClient}`}: ${reason}`,
  });
  return await jobById(tx, store, id);
}

const changes: Record<ResendChange, { from: ResendJobState[]; to: ResendJobState; says: string }> = {
  pause: { from: ['running'], to: 'paused', says: 'Pausou' },
  resume: { from: ['paused'], to: 'running', says: 'Retomou' },
  cancel: { from: ['running', 'paused', 'done'], to: 'cancelled', says: 'Cancelou' },
};

/**
 * Pauses, resumes or cancels a job. A cancelled job takes back what it queued and no server has begun, even if the job
 * had looked at all goods already. A change that was made already does nothing. Refuses `resend_not_found`,
 * and `resend_over` for a job that has ended.
 */
export async function changeResend(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { id, change }: { id: string; change: ResendChange },
): Promise<ResendJob> {
  const { rows } = await sql<{ state: ResendJobState; reason: string }>`
    select state, reason from resend_job where store_id = ${store} and id = ${id} for update`.execute(tx);
  const [job] = rows;
  if (!job) throw new Refusal('resend_not_found');
  const { from, to, says } = changes[change];
  const now = await jobById(tx, store, id);
  if (job.state === to) return now;
  if (!from.includes(job.state) || (job.state === 'done' && now.waiting === 0)) throw new Refusal('resend_over');
  await sql`
    update resend_job set state = ${to}, updated_at = now() where store_id = ${store} and id = ${id}`.execute(tx);
  if (to !== 'paused') await enqueue(tx, 'deliveries.resend', { storeId: store, jobId: id });
  await recordAudit(tx, store, actor, {
    action: `delivery.resend_${change}`,
    text: `${says} o reenvio: ${job.reason}`,
  });
  return await jobById(tx, store, id);
}
