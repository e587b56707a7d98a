import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import type { PlanLimits, PlanState } from './plan.ts';

/** The plan of a store: what it subscribed to, and the limits that count now. */
export interface StorePlan {
  /** The last plan that the store paid for, also after it ended; Gratuito if it never paid. */
  id: string;
  name: string;
  priceCentavos: number;
  state: PlanState;
  /** End of the paid time; null for a plan without end. */
  paidUntil: Date | null;
  /** The limits that count now: the plan's own, or those of Gratuito once the days of grace are over. */
  limits: PlanLimits;
}

const columns = [
  'plan.id',
  'plan.name',
  'plan.price_centavos as priceCentavos',
  'plan.product_limit as products',
  'plan.category_limit as categories',
  'plan.sub_user_limit as subUsers',
  'plan.discord_integration as discord',
] as const;

/**
 * The store's plan now, by the database's clock: a paid month, then three days of grace, then the limits of Gratuito
 * (DECISIONS.md, Plans).
 */
export async function currentPlan(db: Db | Tx, store: StoreId): Promise<StorePlan> {
  const paid = await db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.id', 'subscription.plan_id')
    .where('subscription.store_id', '=', store)
    .select([
      ...columns,
      'subscription.paid_until as paidUntil',
      sql<boolean>`subscription.paid_until > now()`.as('paid'),
      sql<boolean>`subscription.paid_until + make_interval(days => ${limits.planGraceDays}) > now()`.as('inGrace'),
    ])
    .executeTakeFirst();
  if (paid && (paid.paid || paid.inGrace)) return describe(paid, paid.paid ? 'active' : 'grace', paid);

  const free = await db
    .selectFrom('plan')
    .where('plan.price_centavos', '=', 0)
    .orderBy('plan.position')
    .limit(1)
    .select(columns)
    .executeTakeFirstOrThrow();
  return paid ? describe(paid, 'inactive', free) : describe({ ...free, paidUntil: null }, 'active', free);
}

type Row = { id: string; name: string; priceCentavos: number; paidUntil: Date | null };

function describe({ id, name, priceCentavos, paidUntil }: Row, state: PlanState, inForce: PlanLimits): StorePlan {
  return { id, name, priceCentavos, state, paidUntil, limits: onlyLimits(inForce) };
}

/** Leaves out the row's other columns. */
function onlyLimits({ products, categories, subUsers, discord }: PlanLimits): PlanLimits {
  return { products, categories, subUsers, discord };
}

/** Whether the store's plan includes Discord now. Each delivery asks again, because the plan may have ended since. */
export async function planAllowsDiscord(db: Db | Tx, store: StoreId): Promise<boolean> {
  return (await currentPlan(db, store)).limits.discord;
}
