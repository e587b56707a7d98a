import type { Plan } from '@vitrine/contract/plans';
import type { Db } from '../../db/database.ts';
import { listPlans } from './queries.ts';

/** The plans on offer, in their order: reais, and a limit only where there is one (SPEC.md, Subscription). */
export async function readPlans(db: Db): Promise<Plan[]> {
  return (await listPlans(db)).map((plan) => ({
    _id: plan.id,
    name: plan.name,
    price: plan.price_centavos / 100,
    ...(plan.year_centavos !== null && { yearPrice: plan.year_centavos / 100 }),
    ...(plan.product_limit !== null && { productLimit: plan.product_limit }),
    ...(plan.category_limit !== null && { categoryLimit: plan.category_limit }),
    ...(plan.sub_user_limit !== null && { subUserLimit: plan.sub_user_limit }),
    discordIntegration: plan.discord_integration,
  }));
}
