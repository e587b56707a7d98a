import type { DiscountCheck, DiscountCheckAnswer } from '@vitrine/contract/discounts';
import { buyerKey } from '@vitrine/contract/identity';
import { toReais } from '@vitrine/contract/money';
import type { Db } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { findCoupon, type Typist } from './find-coupon.ts';
import { priceCart } from './price-cart.ts';
import { priceRows } from './queries.ts';

/** The coupon box: what a code would take off this cart, by the same pricing as the order. Refuses with the reason. */
export async function checkCoupon(
  db: Db,
  store: StoreId,
  input: DiscountCheck,
  from: Typist,
): Promise<DiscountCheckAnswer> {
  if (input.code === '') throw new Refusal('coupon_unknown');
  const rows = await priceRows(
    db,
    store,
    input.idProducts.map((line) => line.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lines = input.idProducts.flatMap(({ id, quantity }) => {
    const row = byId.get(id);
    return row ? [{ productId: id, categoryId: row.category_id, unitCentavos: row.price_centavos, quantity }] : [];
  });
  const subtotal = priceCart(lines).subtotal;
  const coupon = await findCoupon(
    db,
    store,
    input.code,
    { lines, subtotal },
    { ...input, player: buyerKey(input) },
    from,
  );
  const priced = priceCart(lines, coupon);
  return {
    success: true,
    code: coupon.code,
    type: coupon.type,
    value: coupon.type === 'fixed' ? toReais(coupon.value) : coupon.value,
    subtotal: toReais(priced.subtotal),
    discount: toReais(priced.discount),
    total: toReais(priced.total),
  };
}
