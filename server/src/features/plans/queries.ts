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
      'year_centavos',
      'product_limit',
      'category_limit',
      'sub_user_limit',
      'discord_integration',
    ])
    .execute();
}
