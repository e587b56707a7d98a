import { toReais } from '@vitrine/contract/money';
import type { PlanOffer } from '@vitrine/contract/plans';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/**
 * The time of a plan. What is paid already stays: time of the same plan is added, time of another plan counts by the prices of a
 * month, so half a month of a plan at twice the price is a month (docs/decisions/0106-what-a-change-of-plan-keeps.md).
 */

/** What is left of subscription `s` of plan `held`, as time of plan `wanted`. */
const kept = sql`greatest(s.paid_until - now(), interval '0') * (held.price_centavos::float8 / greatest(1, wanted.price_centavos))`;

/** Gives the store so many months of the plan. */
export async function addMonths(tx: Tx, store: StoreId, planId: string, months: number): Promise<void> {
  await sql`
    insert into subscription as mine (store_id, plan_id, paid_until)
    values (${store}, ${planId}, now() + make_interval(months => ${months}))
    on conflict (store_id) do update
       set plan_id = excluded.plan_id, updated_at = now(),
           paid_until = excluded.paid_until
             + (select ${kept} from (select mine.paid_until, mine.plan_id) s
                  join plan held on held.id = s.plan_id join plan wanted on wanted.id = excluded.plan_id)`.execute(tx);
}

/**
 * Takes months of the plan back. If the store has another plan now, it loses time of that plan for the same price. A plan
 * without time left ends now and not in the past, so that the owner has the days of grace to pay again. A plan that had ended stays ended.
 */
export async function takeMonths(tx: Tx, store: StoreId, planId: string, months: number): Promise<void> {
  await sql`
    update subscription s
       set updated_at = now(),
           paid_until = least(s.paid_until, greatest(now(), s.paid_until - make_interval(months => ${months})
             * ((select price_centavos from plan where id = ${planId})::float8
                / greatest(1, (select price_centavos from plan where id = s.plan_id)))))
     where s.store_id = ${store}`.execute(tx);
}

/** What each payment would give if it were confirmed now, by the rule of `addMonths`. */
export async function readOffers(db: Db | Tx, store: StoreId): Promise<PlanOffer[]> {
  const { rows } = await sql<{
    planId: string;
    months: 1 | 12;
    centavos: number;
    until: Date;
    former: string | null;
    days: number;
    worth: number;
    becomes: number;
  }>`
    select wanted.id as "planId", offer.months, offer.centavos,
           now() + make_interval(months => offer.months) + coalesce(${kept}, interval '0') as until,
           case when s.paid_until > now() and held.id <> wanted.id and held.price_centavos > 0 then held.name end as former,
           coalesce(round(extract(epoch from s.paid_until - now()) / 86400), 0)::int as days,
           coalesce(round(held.price_centavos * extract(epoch from s.paid_until - now())
             / extract(epoch from now() + interval '1 month' - now())), 0)::int as worth,
           coalesce(round(extract(epoch from ${kept}) / 86400), 0)::int as becomes
      from plan wanted
           cross join lateral (values (1, wanted.price_centavos), (12, wanted.year_centavos)) as offer (months, centavos)
           left join subscription s on s.store_id = ${store}
           left join plan held on held.id = s.plan_id
     where wanted.price_centavos > 0 and offer.centavos is not null
     order by wanted.position, offer.months`.execute(db);
  return rows.map(({ planId, months, centavos, until, former, days, worth, becomes }) => ({
    planId,
    months,
    price: toReais(centavos),
    until: until.toISOString(),
    rest: former === null ? null : { plan: former, days, value: toReais(worth), becomes },
  }));
}
