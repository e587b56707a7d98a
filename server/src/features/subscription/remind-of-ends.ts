import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { storeIdOf } from '../../http/store.ts';
import { sendMail } from '../mail/send-mail.ts';
import { panelUrl } from '../stores/public-url.ts';

const AT_ONCE = 200;

/**
 * Mails a store's owner three days before its paid time ends, and again when it has ended and the days of grace run. Each end
 * gets each mail once. A payment moves the end, so the old end gets no more mails. The mail and the note about it are stored
 * together: while the mail server is away, mails wait and none is lost. An unproven e-mail gets none.
 */
export async function remindOfEnds({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{
      store_id: string;
      kind: 'soon' | 'ended';
      plan: string;
      ends_on: string;
      until: string;
      email: string | null;
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
             to_char((n.paid_until + make_interval(days => ${limits.planGraceDays})) at time zone store.time_zone, 'DD/MM/YYYY') as until,
             case when a.email_verified_at is not null then a.email end as email
        from noted n
        join due d on d.store_id = n.store_id
        join plan on plan.id = d.plan_id
        join store on store.id = n.store_id
        join member m on m.store_id = n.store_id and m.role = 'owner'
        join account a on a.id = m.account_id`.execute(tx);
    for (const row of rows) {
      if (!row.email) continue;
      const { plan, kind: end, ends_on: endsOn, until: graceUntil } = row;
      const data = { plan, end, endsOn, graceUntil, url: panelUrl(config, '/subscription') };
      await sendMail(tx, config, { kind: 'plan_reminder', to: row.email, storeId: storeIdOf(row), data });
    }
  });
}
