import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Sweep } from '../../jobs/sweep.ts';

/** Keys are kept for two days, which is longer than any client repeats a request. Proofs of work go when they end. */
async function forgetKeys({ db }: Deps): Promise<void> {
  await sql`
    delete from idempotency_key where (store_id, scope, key) in (
      select store_id, scope, key from idempotency_key where created_at < now() - interval '48 hours' limit 1000)
  `.execute(db);
  await db.deleteFrom('spent_proof').where('until', '<', sql<Date>`now()`).execute();
}

export const keySweep: Sweep = { name: 'checkout.keys', every: 600, run: forgetKeys };
