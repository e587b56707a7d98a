import type pg from 'pg';
import { sealedColumns } from '../db/reseal.ts';
import { openIfReadable, type Secret, seal } from '../db/seal.ts';
import { StartError } from './start-error.ts';

/** The sealed text and its owner. The text says nothing: it only has to open. */
const CANARY = 'vitrine';
const CANARY_OWNER = 'installation';
/** Sealed values to try per column, in a database without a canary. */
const SAMPLE = 20;

const OTHER_SECRET =
  'VITRINE_SECRET (or the file "secret" of the data folder) is not the one that this database was sealed with: payment ' +
  'tokens, identification tokens and second factors could not be read. Start with the former secret, or put it behind ' +
  'the new one with a comma. If it is lost, see docs/operations.md, "A lost secret".';

const opens = (secret: Secret, sealed: Buffer, owner: string) => openIfReadable(secret, sealed, owner) !== undefined;

/**
 * Refuses to start with a secret that does not open the database's values (StartError). The first start writes a
 * sealed canary, and every later start must open it. If values are older than the canary, some of each kind must open
 * first. A single damaged value proves nothing: it is enough that one of its kind opens.
 * Before the migrations (`migrated` false), a database without the table passes.
 */
export async function checkSecret(pool: pg.Pool, secret: Secret, { migrated }: { migrated: boolean }): Promise<void> {
  if (!migrated && !(await hasTable(pool))) return;
  if ((await canaryOf(pool)) === undefined) {
    await checkOlderValues(pool, secret);
    // Two first starts may have two secrets: one row wins, and the other process finds that its secret does not open
    // it.
    await pool.query('insert into installation (canary) values ($1) on conflict do nothing', [
      seal(secret, CANARY, CANARY_OWNER),
    ]);
  }
  const canary = await canaryOf(pool);
  if (!canary || !opens(secret, canary, CANARY_OWNER)) throw new StartError(OTHER_SECRET);
}

async function hasTable(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>("select to_regclass('installation') is not null as there");
  return rows[0]?.there ?? false;
}

async function canaryOf(pool: pg.Pool): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ canary: Buffer }>('select canary from installation');
  return rows[0]?.canary;
}

async function checkOlderValues(pool: pg.Pool, secret: Secret): Promise<void> {
  for (const { table, column, owner } of sealedColumns) {
    const { rows } = await pool.query<{ sealed: Buffer; owner: string }>(
      `select ${column} as sealed, ${owner} as owner from ${table} where ${column} is not null limit ${SAMPLE}`,
    );
    if (rows.length > 0 && !rows.some((row) => opens(secret, row.sealed, row.owner)))
      throw new StartError(OTHER_SECRET);
  }
}
