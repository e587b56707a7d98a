import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { storeIdOf } from '../../http/store.ts';
import { noteEvent } from '../notices/note-event.ts';

const AT_ONCE = 200;

/**
 * Tells whoever manages a store's plan three days before its paid time ends, and again when it has ended and the days of grace
 * run. Each end is told once before and once after it. A payment moves the end, so the old end is told no more. The notice and
 * the note about it are stored together.
 */
export async function remindOfEnds({ db }: Pick<Deps, 'db'>): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{
      store_id: string;
      kind: 'soon' | 'ended';
      plan: string;
      ends_on: string;
      until: string;
    }>`
      with due as (
        select s.store_id, s.paid_until, s.plan_id, case when s.paid_until > now() then 'soon' else 'ended' end as kind
          from subscription s join store on store.id = s.store_id and store.deleted_at is null
         where s.paid_until between now() - make_interval(days => ${limits.planGraceDays})
                                and now() + make_interval(days => ${limits.planReminderDays})
      ), noted as (
        insert into plan_reminder (store_id, paid_until, kind)
        select d.store_id, d.paid_until, d.kind from due d
         where not exists (select from plan_reminder r
                            where r.store_id = d.store_id and r.paid_until = d.paid_until and r.kind = d.kind)
         limit ${AT_ONCE}
        on conflict do nothing returning store_id, paid_until, kind
      )
      select n.store_id, n.kind, plan.name as plan,
             to_char(n.paid_until at time zone store.time_zone, 'DD/MM/YYYY') as ends_on,
             to_char((n.paid_until + make_interval(days => ${limits.planGraceDays})) at time zone store.time_zone, 'DD/MM/YYYY') as until
        from noted n
        join due d on d.store_id = n.store_id
        join plan on plan.id = d.plan_id
        join store on store.id = n.store_id`.execute(tx);
    for (const row of rows) {
      const { plan, kind: news, ends_on: endsOn, until: graceUntil } = row;
      await noteEvent(tx, storeIdOf(row), { kind: 'plan', news, data: { plan, endsOn, graceUntil } });
    }
  });
}
