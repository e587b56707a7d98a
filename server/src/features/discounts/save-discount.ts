import { formatDateTime } from '@vitrine/contract/dates';
import type { DiscountCreate, DiscountEdit } from '@vitrine/contract/discounts';
import { limits } from '@vitrine/contract/limits';
import { formatCentavos, toCentavos } from '@vitrine/contract/money';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { keepDeleted, takeDeleted } from '../stores/deletions.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, difference, recordAudit, refuseOvertaken } from '../stores/record-audit.ts';
import {
  codeHolder,
  countDiscounts,
  countOwn,
  type DiscountValues,
  deleteDiscount,
  deletedCode,
  insertDiscount,
  lockDiscount,
  undeleteDiscount,
  updateDiscount,
} from './queries.ts';

/** `2026-12-24T23:59` is what the browser's field gives: a time of São Paulo, which has no summer time. */
const SAO_PAULO_OFFSET = '-03:00';

/** The instant of an expiry. A text without an offset is in the time of São Paulo. */
function expiryOf(text: string): Date {
  return new Date(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}${SAO_PAULO_OFFSET}`);
}

async function valuesOf(tx: Tx, store: StoreId, input: DiscountCreate): Promise<DiscountValues> {
  const categories = [...new Set(input.selectedCategories)];
  const products = [...new Set(input.selectedProducts)];
  const ownCategories = await countOwn(tx, store, 'category', categories);
  const ownProducts = await countOwn(tx, store, 'product', products);
  if (ownCategories !== categories.length) throw new Refusal('category_not_found', { field: 'selectedCategories' });
  if (ownProducts !== products.length) throw new Refusal('product_not_found', { field: 'selectedProducts' });
  return {
    code: input.code,
    type: input.type,
    value: input.type === 'fixed' ? toCentavos(input.value) : input.value,
    min_centavos: input.minValue ?? null,
    max_uses: input.usageLimit === 'limited' ? (input.usageCount ?? null) : null,
    expires_at: input.expiration === 'date' && input.expirationDate ? expiryOf(input.expirationDate) : null,
    limit_by: input.limitBy,
    active: input.status !== 'inactive',
    category_ids: categories,
    product_ids: products,
  };
}

const limitTexts = { '': null, user_id: 'ID da Cidade', email: 'e-mail', discord: 'Discord' };

const MINUTE_MS = 60_000;
const minuteOf = (instant: Date | null) => instant && Math.floor(instant.getTime() / MINUTE_MS);

/** Refuses an end that has passed, unless the discount had this end before. The form knows an end to the minute only. */
function refuseEnded({ expires_at: end }: DiscountValues, before: Date | null = null): void {
  if (end && end.getTime() <= Date.now() && minuteOf(end) !== minuteOf(before)) throw new Refusal('discount_ended');
}

/** What the log of changes keeps of a discount, money as people read it. */
const logged = (values: Omit<DiscountValues, 'category_ids' | 'product_ids'>) => ({
  code: values.code,
  value: values.type === 'fixed' ? formatCentavos(values.value) : `${values.value}%`,
  min: values.min_centavos === null ? null : formatCentavos(values.min_centavos),
  max_uses: values.max_uses,
  expires_at: values.expires_at && formatDateTime(values.expires_at),
  limit_by: limitTexts[values.limit_by],
  active: values.active,
});

/** Creates a discount and answers its id. A code is unique in its store. */
export async function createDiscount(tx: Tx, store: StoreId, actor: Actor, input: DiscountCreate): Promise<string> {
  await lockStore(tx, store);
  if ((await countDiscounts(tx, store)) >= limits.discountsPerStore) throw new Refusal('discount_limit');
  const id = newId();
  const values = await valuesOf(tx, store, input);
  refuseEnded(values);
  if (!(await insertDiscount(tx, store, id, values))) throw new Refusal('discount_taken');
  await recordAudit(tx, store, actor, {
    action: 'discount.create',
    text: `Criou o cupom ${values.code}`,
    object: id,
    after: logged(values),
  });
  return id;
}

/**
 * Changes a discount. Its uses stay. Refuses a limit below them, because it would already be broken, and an edit over an older
 * version (`changed_meanwhile`).
 */
export async function editDiscount(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  id: string,
  { version: read, ...input }: DiscountEdit,
): Promise<void> {
  await lockStore(tx, store);
  const current = await lockDiscount(tx, store, id);
  if (!current) throw new Refusal('discount_not_found');
  const edited = { action: 'discount.edit', object: id };
  await refuseOvertaken(tx, store, edited, { present: current.version, read });
  const values = await valuesOf(tx, store, input);
  refuseEnded(values, current.expires_at);
  if (await codeHolder(tx, store, values.code, id)) throw new Refusal('discount_taken');
  if (values.max_uses !== null && values.max_uses < current.uses) {
    throw new Refusal('conflict', {
      error: `Este cupom já foi usado ${current.uses} vezes. Informe um limite a partir desse número.`,
      field: 'usageCount',
    });
  }
  await updateDiscount(tx, store, id, values);
  const { before, after } = difference(logged(current), logged(values));
  await recordAudit(tx, store, actor, {
    ...edited,
    text: `Mudou o cupom ${current.code}`,
    before,
    after,
  });
}

/** Ends a discount; it can be brought back for some minutes (`restoreDiscount`). Pending orders keep their discount. */
export async function removeDiscount(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  const current = await lockDiscount(tx, store, id);
  if (!current) throw new Refusal('discount_not_found');
  await deleteDiscount(tx, store, id);
  await keepDeleted(tx, store, 'coupon', id, { active: current.active });
  await recordAudit(tx, store, actor, {
    action: 'discount.delete',
    text: `Excluiu o cupom ${current.code}`,
    object: id,
    before: logged(current),
  });
}

/** Brings back a discount that was deleted minutes ago, with its uses. Refuses `discount_taken` and `discount_limit`. */
export async function restoreDiscount(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const { active } = await takeDeleted<{ active: boolean }>(tx, store, 'coupon', id);
  if ((await countDiscounts(tx, store)) >= limits.discountsPerStore) throw new Refusal('discount_limit');
  const code = await deletedCode(tx, store, id);
  if (code === undefined) throw new Refusal('undo_over');
  if (await codeHolder(tx, store, code, id)) throw new Refusal('discount_taken');
  await undeleteDiscount(tx, store, id, active);
  const back = await lockDiscount(tx, store, id);
  if (!back) throw new Refusal('undo_over');
  await recordAudit(tx, store, actor, {
    action: 'discount.restore',
    text: `Desfez a exclusão do cupom ${back.code}`,
    object: id,
    after: logged(back),
  });
}
