import type { SheetLookAnswer } from '@vitrine/contract/product-sheet';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { currentPlan } from '../../plans/current-plan.ts';
import { planUse } from '../../plans/plan-use.ts';
import { lockStore } from '../../stores/lock-store.ts';
import { type Actor, type AuditNote, difference, recordAudits } from '../../stores/record-audit.ts';
import { touchPages } from '../../stores/touch-pages.ts';
import { createCategory } from '../categories/save-category.ts';
import { loggedProduct } from '../product.ts';
import { type EditableProduct, lockProducts, readProducts } from '../queries.ts';
import { noPictures } from '../save-pictures.ts';
import {
  type ChangedRow,
  categoryKey,
  idsIn,
  type PlannedRow,
  placeOf,
  planSheet,
  type SheetPlan,
  type Shelf,
  tellPlan,
} from './plan-sheet.ts';
import { insertSheetRows, namesOf, type SheetValues, saveSheetRows } from './queries.ts';
import { type RawRow, readSheet, UnreadableSheet } from './read-sheet.ts';

/** How many more of each the plan allows; null: without limit. */
async function roomOf(db: Db, store: StoreId): Promise<Shelf['room']> {
  const { limits } = await currentPlan(db, store);
  const used = await planUse(db, store);
  const left = (limit: number | null, count: number) => (limit === null ? null : Math.max(0, limit - count));
  return {
    products: left(limits.products, Number(used.products)),
    categories: left(limits.categories, Number(used.categories)),
  };
}

/** What a sheet would do now. `read` finds the products that it names. */
async function planOf<From extends Db>(
  db: From,
  store: StoreId,
  csv: string,
  read: (db: From, store: StoreId, ids: readonly string[]) => Promise<EditableProduct[]>,
): Promise<SheetPlan> {
  let rows: RawRow[];
  try {
    rows = readSheet(csv);
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    const faults = [{ line: error.line, column: null, text: error.message }];
    return { created: [], changed: [], same: 0, categories: [], ignored: [], faults, shown: '' };
  }
  const products = await read(db, store, idsIn(rows));
  const names = await namesOf(db, store);
  const category = new Map(names.categories.map(({ id, name }) => [id, name]));
  const places = new Map<string, number>();
  for (const { category_id, name } of names.products) {
    const place = placeOf(category.get(category_id) ?? '', name);
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  return planSheet(rows, {
    products: new Map(products.map((product) => [product.id, product])),
    categories: [...category.values()],
    places,
    room: await roomOf(db, store),
  });
}

/** Tells what importing a sheet would do, and changes nothing. */
export async function lookAtSheet(db: Db, store: StoreId, csv: string): Promise<Omit<SheetLookAnswer, 'success'>> {
  return tellPlan(await planOf(db, store, csv, readProducts));
}

const edited = ({ before, after }: ChangedRow): AuditNote => ({
  action: 'product.edit',
  text: `Mudou o produto ${before.name}`,
  object: before.id,
  ...difference(loggedProduct(before), loggedProduct({ ...before, ...after })),
});

/**
 * Makes and changes products by a sheet, all rows or none. Each product has its entry in the log. Refuses `sheet_overtaken` when
 * the sheet would no longer do what `shown` stands for, and `sheet_faulty`.
 */
export async function importSheet(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { csv, shown }: { csv: string; shown?: string | undefined },
): Promise<{ created: number; changed: number }> {
  await lockStore(tx, store);
  const plan = await planOf(tx, store, csv, lockProducts);
  if (shown !== undefined && shown !== plan.shown) throw new Refusal('sheet_overtaken');
  if (plan.faults.length > 0) throw new Refusal('sheet_faulty');
  const count = { created: plan.created.length, changed: plan.changed.length };
  if (count.created + count.changed === 0) return count;

  for (const name of plan.categories) await createCategory(tx, store, actor, newId(), { name });
  const { categories } = await namesOf(tx, store);
  const idOf = new Map(categories.map(({ id, name }) => [categoryKey(name), id]));
  const valuesOf = ({ before, after: { category, ...state } }: PlannedRow, place: number): SheetValues => ({
    ...state,
    id: before?.id ?? newId(),
    category_id: idOf.get(categoryKey(category)) ?? '',
    place,
  });
  const created = plan.created.map((row, at) => ({ row, values: valuesOf(row, at + 1) }));
  const changed = plan.changed.map((row, at) => valuesOf(row, at + 1));
  if (created.length > 0) {
    await insertSheetRows(
      tx,
      store,
      created.map(({ values }) => values),
    );
  }
  if (changed.length > 0) await saveSheetRows(tx, store, changed);
  await touchPages(tx, store);
  await recordAudits(tx, store, actor, [
    ...created.map(({ row: { after }, values: { id } }) => ({
      action: 'product.create',
      text: `Criou o produto ${after.name}`,
      object: id,
      after: loggedProduct({ ...after, ...noPictures, actions: [], options: [] }),
    })),
    ...plan.changed.map(edited),
    { action: 'product.import', text: `Importou uma planilha: ${count.created} criados, ${count.changed} mudados` },
  ]);
  return count;
}
