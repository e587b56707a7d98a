import type pg from 'pg';
import { currentKeyId, open, type Secret, seal } from './seal.ts';

/** Every column that keeps sealed values for good, and the SQL of whom its value is sealed for. */
const columns = [
  { table: 'store_credential', column: 'token_cipher', owner: 'store_id::text' },
  { table: 'game_token', column: 'token_cipher', owner: 'store_id::text' },
  { table: 'account', column: 'totp_secret', owner: "'totp:' || id::text" },
];
const BATCH = 500;

/**
 * Seals anew, with the current secret, whatever a former one sealed; resolves with how many values. Runs beside anything:
 * a value that changes meanwhile was sealed by its writer. Rejects with SealError for a value that no secret opens.
 */
export async function reseal(pool: pg.Pool, secret: Secret): Promise<number> {
  let count = 0;
  const keyId = currentKeyId(secret);
  for (const { table, column, owner } of columns) {
    for (;;) {
      const { rows } = await pool.query<{ sealed: Buffer; owner: string }>(
        `select ${column} as sealed, ${owner} as owner from ${table}
          where ${column} is not null and substring(${column} from 2 for 4) <> $1 limit ${BATCH}`,
        [keyId],
      );
      if (rows.length === 0) break;
      for (const row of rows) {
        const fresh = seal(secret, open(secret, row.sealed, row.owner), row.owner);
        const change = await pool.query(`update ${table} set ${column} = $1 where ${column} = $2`, [fresh, row.sealed]);
        count += change.rowCount ?? 0;
      }
    }
  }
  return count;
}
