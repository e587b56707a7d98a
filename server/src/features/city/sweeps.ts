import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Sweep } from '../../jobs/sweep.ts';

/** Removes nonces older than their memory, with a margin for clocks. A request that old is refused by its time. */
export const nonceSweep: Sweep = {
  name: 'city.nonces',
  every: 60,
  async run({ db }) {
    const end = sql<Date>`now() - make_interval(mins => ${limits.gameNonceMinutes} + 1)`;
    await db.deleteFrom('game_nonce').where('at', '<', end).execute();
  },
};
