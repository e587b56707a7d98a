import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import type { StoreId } from '../http/store.ts';
import { buyer, lines } from './sample.ts';

/** Things of a store that a sweep ends within a day. */

/** A spreadsheet of this person that is ready. */
export async function makeFile(db: Db, store: StoreId, person: string, body: string): Promise<string> {
  const id = newId();
  await db
    .insertInto('list_file')
    .values({
      store_id: store,
      id,
      account_id: person,
      kind: 'orders',
      filter: '{}',
      state: 'ready',
      rows: 1,
      parts: 1,
      finished_at: sql<Date>`now()`,
      kept_until: sql<Date>`now() + interval '1 day'`,
    })
    .execute();
  await db.insertInto('list_file_part').values({ store_id: store, file_id: id, n: 0, body }).execute();
  return id;
}

/** A category that was deleted a moment ago. */
export async function makeDeleted(db: Db, store: StoreId): Promise<string> {
  const id = newId();
  const row = { store_id: store, id, name: 'Apagada', position: 9, created_at: new Date() };
  const kept = JSON.stringify({ row: { ...row, description: '', image: null, version: 1 }, moved: null });
  await db.insertInto('deletion').values({ store_id: store, kind: 'category', object_id: id, kept }).execute();
  return id;
}

/** A unit of a product that this member wants to give, and that waits for another member. */
export async function makeApproval(db: Db, store: StoreId, asker: string, product: string): Promise<string> {
  const id = newId();
  const { price_centavos: centavos } = await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('id', '=', product)
    .select('price_centavos')
    .executeTakeFirstOrThrow();
  const input = { ...buyer, idProducts: lines(product), reason: 'Prêmio' };
  await db
    .insertInto('approval')
    .values({
      ...{ store_id: store, id, kind: 'manual', centavos, what: '1 × VIP', reason: 'Prêmio', asked_by: asker },
      input: JSON.stringify(input),
      ends_at: sql<Date>`now() + interval '1 day'`,
    })
    .execute();
  return id;
}
