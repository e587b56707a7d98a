import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/database.ts';
import { openIfReadable } from '../../../db/seal.ts';
import type { StoreId } from '../../../http/store.ts';
import type { Adapter } from '../payment.ts';

/** A store's account at the provider. The token stays in memory for one operation. */
export interface Credential {
  token: string;
  /** The token as it is stored. It tells whether another token was pasted meanwhile. */
  tokenCipher: Buffer;
  collectorId: string;
  pixAdapter: Adapter | null;
  noticeKey: string;
  problem: string | null;
}

/** The columns of a stored credential. */
export const credentialColumns = [
  'store_credential.token_cipher',
  'store_credential.collector_id',
  'store_credential.pix_adapter',
  'store_credential.notice_key',
  'store_credential.problem',
] as const;

/** A stored credential, as it was read. Without a cipher, no token was pasted. */
interface CredentialRow {
  token_cipher: Buffer | null;
  collector_id: string | null;
  pix_adapter: Adapter | null;
  notice_key: string | null;
  problem: string | null;
}

/** The store's credential, as `openCredential` gives it. */
export async function readCredential(
  db: Db,
  config: Pick<Config, 'secret'>,
  store: StoreId,
): Promise<Credential | undefined> {
  const row = await db
    .selectFrom('store_credential')
    .where('store_id', '=', store)
    .select(credentialColumns)
    .executeTakeFirst();
  return row && (await openCredential(db, config, store, row));
}

/**
 * The credential of a row. Undefined if no token was pasted, or if the token is damaged and cannot be read. A damaged token is
 * marked as refused, so that the panel asks for it again.
 */
export async function openCredential(
  db: Db,
  config: Pick<Config, 'secret'>,
  store: StoreId,
  { token_cipher: tokenCipher, collector_id, pix_adapter, notice_key, problem }: CredentialRow,
): Promise<Credential | undefined> {
  if (!tokenCipher || collector_id === null || notice_key === null) return undefined;
  const token = openIfReadable(config.secret, tokenCipher, store)?.toString();
  if (token === undefined) {
    await markCredentialRefused(db, store, { tokenCipher });
    return undefined;
  }
  return { token, tokenCipher, collectorId: collector_id, pixAdapter: pix_adapter, noticeKey: notice_key, problem };
}

/**
 * Notes in the store's settings that the provider refuses the token; new orders are refused from now on. Answers false,
 * with nothing changed, when the store has another token by now: a refusal takes seconds to arrive, and the new token
 * may be good.
 */
export async function markCredentialRefused(
  db: Db,
  store: StoreId,
  { tokenCipher }: Pick<Credential, 'tokenCipher'>,
): Promise<boolean> {
  const marked = await db
    .updateTable('store_credential')
    .set({ problem: 'token_refused', checked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('token_cipher', '=', tokenCipher)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}
