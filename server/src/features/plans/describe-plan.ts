import type { CurrentPlan } from '@vitrine/contract/plans';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { currentPlan } from './current-plan.ts';
import { planUse } from './plan-use.ts';

/**
 * The store's plan as its people see it, and how much of it is used. A plan that has ended keeps its name, with the status
 * `inactive` and the limits of Gratuito.
 */
export async function describePlan(db: Db | Tx, store: StoreId): Promise<CurrentPlan> {
  const plan = await currentPlan(db, store);
  const used = await planUse(db, store);
  const { products, categories, subUsers, discord } = plan.limits;
  return {
    _id: plan.id,
    name: plan.name,
    price: plan.priceCentavos / 100,
    ...(products !== null && { productLimit: products }),
    ...(categories !== null && { categoryLimit: categories }),
    ...(subUsers !== null && { subUserLimit: subUsers }),
    discordIntegration: discord,
    expiresAt: plan.paidUntil?.toISOString() ?? null,
    status: plan.state,
    limits: {
      products: { used: used.products, limit: products },
      categories: { used: used.categories, limit: categories },
      subUsers: { used: used.subUsers, limit: subUsers },
    },
  };
}
