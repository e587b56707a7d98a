import type { Plan } from '@vitrine/contract/plans';
import type { Db } from '../../db/database.ts';

/** The plans on offer, in their order. */
export function listPlans(db: Db) {
  return db
    .selectFrom('plan')
    .orderBy('position')
    .select([
      'id',
      'name',
      'price_centavos',
      'product_limit',
      'category_limit',
      'sub_user_limit',
      'discord_integration',
    ])
    .execute();
}

/** A plan on the wire: reais, and a limit only where there is one (SPEC.md, Subscription). */
export function planOnWire(plan: Awaited<ReturnType<typeof listPlans>>[number]): Plan {
  return {
    _id: plan.id,
    name: plan.name,
    price: plan.price_centavos / 100,
    ...(plan.product_limit !== null && { productLimit: plan.product_limit }),
    ...(plan.category_limit !== null && { categoryLimit: plan.category_limit }),
    ...(plan.sub_user_limit !== null && { subUserLimit: plan.sub_user_limit }),
    discordIntegration: plan.discord_integration,
  };
}
