import type { Discount } from '@vitrine/contract/discounts';
import { toReais } from '@vitrine/contract/money';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { checkCoupon } from './check-coupon.ts';
import { discountStatus } from './discount.ts';
import { type DiscountRow, findDiscount, listDiscounts } from './queries.ts';
import { createDiscount, editDiscount, removeDiscount } from './save-discount.ts';

const done = { success: true as const };

function toDiscount(row: DiscountRow): Discount {
  return {
    _id: row.id,
    code: row.code,
    type: row.type,
    value: row.type === 'fixed' ? toReais(row.value) : row.value,
    minValue: row.min_centavos === null ? null : toReais(row.min_centavos),
    expiresAt: row.expires_at?.toISOString() ?? null,
    status: discountStatus({ active: row.active, expiresAt: row.expires_at }, row.now),
    usageCount: row.uses,
    maxUsage: row.max_uses,
    limitBy: row.limit_by,
    selectedCategories: row.category_ids,
    selectedProducts: row.product_ids,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

/** Discounts (SPEC.md section 7; DECISIONS.md, The API). */
export async function discountsRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /discounts', async ({ store }) => ({
    ...done,
    discounts: (await listDiscounts(db, store.id)).map(toDiscount),
  }));

  serve(app, 'POST /discounts/create', async ({ store, caller, body }) => {
    const id = await transaction(db, (tx) => createDiscount(tx, store.id, caller, body));
    return { ...done, discount: { _id: id, code: body.code } };
  });

  serve(
    app,
    'POST /discounts/edit/:subdomain/:id',
    async ({ store, caller, params: { id }, body }) => {
      await transaction(db, (tx) => editDiscount(tx, store.id, caller, id, body));
      return done;
    },
    async ({ store, params: { id } }) => {
      const row = await findDiscount(db, store.id, id);
      if (!row) throw new Refusal('discount_not_found');
      return toDiscount(row);
    },
  );

  serve(app, 'DELETE /discounts/delete/:subdomain/:id', async ({ store, caller, params: { id } }) => {
    await transaction(db, (tx) => removeDiscount(tx, store.id, caller, id));
    return done;
  });

  serve(app, 'POST /discounts/check', async ({ store, body, request }) => {
    return await checkCoupon(db, store.id, body, { secret: config.secret, address: request.ip });
  });
}
