import { lineName } from '@vitrine/contract/option-words';
import { type KeptOption, shownOptions } from '@vitrine/contract/product-options';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** Units of an item, by the name that people read. */
export interface ReturnedLine {
  name: string;
  quantity: number;
}

/** The names of these items of an order and how many units are returned, in the order of the lines. */
export async function returnedLines(
  db: Db | Tx,
  store: StoreId,
  order: string,
  items: readonly { item: string; units: number }[],
): Promise<ReturnedLine[]> {
  const { rows } = await sql<{ name: string; options: KeptOption[]; units: number }>`
    select i.name, i.options, w.units
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as w(item text, units int)
      join order_item i on i.store_id = ${store} and i.order_id = ${order} and i.id = w.item
     order by i.position`.execute(db);
  return rows.map(({ name, options, units }) => ({ name: lineName(name, shownOptions(options)), quantity: units }));
}
