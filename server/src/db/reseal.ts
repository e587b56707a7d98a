import type pg from 'pg';
import { currentKeyId, openIfReadable, type Secret, seal } from './seal.ts';

/** Every column with lasting sealed values, and the SQL for the owner that each value is sealed for. */
export const sealedColumns = [
  { table: 'store_credential', column: 'token_cipher', owner: 'store_id::text' },
  { table: 'payment_account_change', column: 'former_token_cipher', owner: 'store_id::text' },
  { table: 'game_token', column: 'token_cipher', owner: 'store_id::text' },
  { table: 'game_rcon', column: 'password_cipher', owner: "'rcon:' || store_id || ':' || seat_id" },
  { table: 'account', column: 'totp_secret', owner: "'totp:' || id::text" },
  { table: 'mail', column: 'data', owner: "'mail:' || id" },
  { table: 'push_key', column: 'private_cipher', owner: "'push-key'" },
  { table: 'push_subscription', column: 'data', owner: "'push:' || id" },
  { table: 'installation', column: 'canary', owner: "'installation'" },
];
const BATCH = 500;

export interface Resealed {
  /** Number of values that were sealed again. */
  count: number;
  /** `table of owner` for values that no secret opens. They stay as they are, and their owner must enter them again. */
  unreadable: string[];
}

/**
 * Seals with the current secret what a former one sealed. It may run beside anything: a value that changes meanwhile
 * was sealed by its writer.
 */
export async function reseal(pool: pg.Pool, secret: Secret): Promise<Resealed> {
  const result: Resealed = { count: 0, unreadable: [] };
  const keyId = currentKeyId(secret);
  for (const { table, column, owner } of sealedColumns) {
    let after: Buffer = Buffer.alloc(0);
    for (;;) {
      const { rows } = await pool.query<{ sealed: Buffer; owner: string }>(
        `select ${column} as sealed, ${owner} as owner from ${table}
          where ${column} is not null and substring(${column} from 2 for 4) <> $1 and ${column} > $2
          order by ${column} limit ${BATCH}`,
        [keyId, after],
      );
      if (rows.length === 0) break;
      for (const row of rows) {
        after = row.sealed;
        const plain = openIfReadable(secret, row.sealed, row.owner);
        if (!plain) {
          result.unreadable.push(`${table} of ${row.owner}`);
          continue;
        }
        const fresh = seal(secret, plain, row.owner);
        const change = await pool.query(`update ${table} set ${column} = $1 where ${column} = $2`, [fresh, row.sealed]);
        result.count += change.rowCount ?? 0;
      }
    }
  }
  return result;
}
