import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { openText } from '../../db/seal.ts';
import type { StoreId } from '../../http/store.ts';
import type { Adapter } from './payment.ts';

/** A store's account at the provider. The token stays in memory for one operation. */
export interface Credential {
  token: string;
  collectorId: string;
  pixAdapter: Adapter | null;
  noticeKey: string;
  problem: string | null;
}

/** The store's credential, or undefined where none was pasted. */
export async function readCredential(
  db: Db,
  config: Pick<Config, 'secret'>,
  store: StoreId,
): Promise<Credential | undefined> {
  const row = await db
    .selectFrom('store_credential')
    .where('store_id', '=', store)
    .select(['token_cipher', 'collector_id', 'pix_adapter', 'notice_key', 'problem'])
    .executeTakeFirst();
  return (
    row && {
      token: openText(config.secret, row.token_cipher, store),
      collectorId: row.collector_id,
      pixAdapter: row.pix_adapter,
      noticeKey: row.notice_key,
      problem: row.problem,
    }
  );
}

/** Says on the store's settings that the provider no longer takes the token; new orders are refused from now on. */
export async function markCredentialRefused(db: Db, store: StoreId): Promise<void> {
  await db
    .updateTable('store_credential')
    .set({ problem: 'token_refused', checked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('problem', 'is', null)
    .execute();
}
