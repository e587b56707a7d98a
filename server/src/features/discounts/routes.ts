import { StoreScope } from '@vitrine/contract/common';
import { type Discount, DiscountCheck, DiscountCreate } from '@vitrine/contract/discounts';
import { toReais } from '@vitrine/contract/money';
import { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { storeOf } from '../../http/door.ts';
import { checkCoupon } from './check-coupon.ts';
import { discountStatus } from './discount.ts';
import { type DiscountRow, listDiscounts } from './queries.ts';
import { createDiscount, editDiscount, removeDiscount } from './save-discount.ts';

const Target = z.object({ subdomain: z.string(), id: z.string() });

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
  };
}

/** Discounts (SPEC.md section 7; DECISIONS.md, The API). */
export async function discountsRoutes(app: App, { db, config }: Deps): Promise<void> {
  const edit = { access: 'discounts.edit' } as const;

  app.post('/v1/discounts', { schema: { body: StoreScope }, config: edit }, async (request) => {
    return { success: true, discounts: (await listDiscounts(db, storeOf(request).id)).map(toDiscount) };
  });

  app.post('/v1/discounts/create', { schema: { body: DiscountCreate }, config: edit }, async (request) => {
    const id = await transaction(db, (tx) => createDiscount(tx, storeOf(request).id, request.body));
    return { success: true, discount: { _id: id, code: request.body.code } };
  });

  app.post(
    '/v1/discounts/edit/:subdomain/:id',
    { schema: { body: DiscountCreate, params: Target }, config: edit },
    async (request) => {
      await transaction(db, (tx) => editDiscount(tx, storeOf(request).id, request.params.id, request.body));
      return { success: true };
    },
  );

  app.delete('/v1/discounts/delete/:subdomain/:id', { schema: { params: Target }, config: edit }, async (request) => {
    await transaction(db, (tx) => removeDiscount(tx, storeOf(request).id, request.params.id));
    return { success: true };
  });

  app.post(
    '/v1/discounts/check',
    { schema: { body: DiscountCheck }, config: { access: 'shopper', limit: 'couponCheck' } },
    async (request) =>
      await checkCoupon(db, storeOf(request).id, request.body, { secret: config.secret, address: request.ip }),
  );
}
