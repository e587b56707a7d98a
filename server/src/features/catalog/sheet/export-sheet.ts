import { CSV_START, csvLine } from '../../../csv.ts';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { readProducts } from '../queries.ts';
import { sheetHead, sheetRow } from './columns.ts';
import { orderedIds } from './queries.ts';

/** Products in memory at a time. */
const ROWS = 200;

/** The catalogue as pieces of one sheet, in the order of the panel's list; archived products too, deleted ones not. */
export async function* sheetCsv(db: Db, store: StoreId): AsyncGenerator<string> {
  yield CSV_START + csvLine(sheetHead);
  const ids = await orderedIds(db, store);
  for (let from = 0; from < ids.length; from += ROWS) {
    const part = ids.slice(from, from + ROWS);
    const rows = new Map((await readProducts(db, store, part)).map((product) => [product.id, product]));
    for (const id of part) {
      const product = rows.get(id);
      if (product) yield csvLine(sheetRow(product));
    }
  }
}
