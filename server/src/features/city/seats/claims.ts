import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import { GAP_SECONDS, type Script, type SeatId, type SeatView } from './read-seat.ts';
import type { Standing } from './seat.ts';

/** A last request of a script's former start may arrive this late after the hello of its new start. In seconds. */
const LATE_WORD_SECONDS = 3;

type Unseated = Extract<Standing, { seated: false }>;

/** Since when the claim `c`, which is heard now, was heard without a gap. */
const heardSince = sql`case when c.last_seen_at > now() - make_interval(secs => ${GAP_SECONDS}) then c.heard_since else now() end`;

/**
 * Writes down that a script wants the seat. The alert `server_waiting` tells the owner. A seat remembers
 * `limits.gameClaimsMax` of these scripts; whoever has the token could otherwise fill the table. Returns the claim's id.
 */
export async function writeClaim(
  tx: Tx,
  place: SeatId,
  script: Script & { framework: string; version: string },
  { claimId }: SeatView,
  { state, reason }: Unseated,
): Promise<string> {
  const id = claimId ?? newId();
  await sql`
    insert into game_claim as c (store_id, id, seat_id, journal_id, boot_id, state, reason, framework, version)
    values (${place.store}, ${id}, ${place.seat}, ${script.journal_id}, ${script.boot_id}, ${state}, ${reason},
            ${script.framework}, ${script.version})
    on conflict (store_id, id) do update set
      boot_id = excluded.boot_id, state = excluded.state, reason = excluded.reason, framework = excluded.framework,
      version = excluded.version,
      heard_since = ${heardSince},
      last_seen_at = now()`.execute(tx);
  await sql`
    delete from game_claim
     where store_id = ${place.store} and seat_id = ${place.seat} and state <> 'approved' and id in (
       select id from game_claim where store_id = ${place.store} and seat_id = ${place.seat} and id <> ${id}
        order by last_seen_at desc offset ${limits.gameClaimsMax - 1})`.execute(tx);
  return id;
}

/** Notes that a waiting script was heard, at most every 20 s. */
export async function hearClaim(db: Db, { store }: SeatId, claim: string): Promise<void> {
  await sql`
    update game_claim c
       set heard_since = ${heardSince},
           last_seen_at = now()
     where store_id = ${store} and id = ${claim} and last_seen_at < now() - interval '20 seconds'`.execute(db);
}

/** True in SQL where a new start of the journal of `g` settles although `g` still speaks: one of the two is a copy. */
export const isDoubled = ({ store, seat }: SeatId) =>
  sql<boolean>`exists (select from game_claim c where c.store_id = ${store} and c.seat_id = ${seat}
     and c.state = 'settling' and c.journal_id = g.journal_id and c.boot_id <> g.boot_id
     and c.first_seen_at < now() - make_interval(secs => ${LATE_WORD_SECONDS}))`;

/** Call it when the holder spoke while a new start of its journal settles. The new start is a copy and waits for the owner. */
export async function exposeCopies(tx: Tx, place: SeatId, { journal_id, boot_id }: Script): Promise<void> {
  await sql`
    update game_claim set state = 'waiting', reason = 'copy'
     where store_id = ${place.store} and seat_id = ${place.seat} and state = 'settling'
       and journal_id = ${journal_id} and boot_id <> ${boot_id}
       and first_seen_at < now() - make_interval(secs => ${LATE_WORD_SECONDS})`.execute(tx);
}

/** Forgets scripts that were not heard for a day. What the owner refused is remembered for a month. */
export const claimSweep: Sweep = {
  name: 'city.claims',
  every: 600,
  async run({ db }) {
    await sql`
      delete from game_claim
       where last_seen_at < now() - case when state = 'refused' then interval '30 days' else interval '1 day' end`.execute(
      db,
    );
  },
};
