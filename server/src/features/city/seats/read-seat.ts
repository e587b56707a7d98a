import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import type { ClaimReason, ClaimState, SeatFacts } from './seat.ts';

/** Where a game server's token leads: one seat of one store. The store's first seat has the store's id. */
export interface SeatId {
  store: StoreId;
  seat: string;
}

/** A start of a script: its journal, and the id of the start. */
export interface Script {
  journal_id: string;
  boot_id: string;
}

/** The seat of a row (a delivery, a journal, an order) in SQL. A row without one belongs to the first seat. */
const seatOfRow = (alias: 'd' | 'e' | 'n' | 'k' | 'delivery') =>
  sql<string>`coalesce(${sql.ref(`${alias}.seat_id`)}, ${sql.ref(`${alias}.store_id`)})`;

/** True in SQL where the delivery goes to this seat. */
export const goesTo = (alias: 'd' | 'e' | 'n' | 'delivery', { seat }: SeatId): RawBuilder<boolean> =>
  sql<boolean>`${seatOfRow(alias)} = ${seat}`;

interface FactsRow {
  name: string;
  journal: string | null;
  boot: string | null;
  previous: string | null;
  silent: number | null;
  approved_journal: string | null;
  by_silence: boolean;
  silence_minutes: number | null;
  claim_id: string | null;
  claim_state: ClaimState | null;
  claim_reason: ClaimReason | null;
  claim_age: number | null;
  claim_heard: number | null;
  framework: string | null;
  known: string | null;
}

export interface SeatView {
  name: string;
  /** The base that the holder runs. */
  framework: string | null;
  /** The row of the script's own journal, if that held the seat before. */
  ownId: string | null;
  claimId: string | null;
  facts: SeatFacts;
}

/** A claim that was not heard for this long was away, and starts anew. Scripts ask every 12 s at most. */
export const GAP_SECONDS = 60;

/**
 * What decides about this script. With `lock` nobody else changes the seat before the caller's transaction ends. The claim
 * of a journal that does not hold the seat outlives its restarts; copies of the holder's journal differ by their start.
 */
export async function readSeat(db: Db | Tx, { store, seat }: SeatId, script: Script, lock = false): Promise<SeatView> {
  const { rows } = await sql<FactsRow>`
    select s.name, g.journal_id as journal, g.boot_id as boot, g.previous_boot_id as previous,
           extract(epoch from now() - g.last_seen_at)::float8 as silent,
           s.approved_journal, s.by_silence, s.silence_minutes,
           c.id as claim_id, c.state as claim_state, c.reason as claim_reason,
           extract(epoch from now() - c.first_seen_at)::float8 as claim_age,
           case when c.last_seen_at > now() - make_interval(secs => ${GAP_SECONDS})
                then extract(epoch from now() - c.heard_since)::float8 else 0 end as claim_heard,
           g.framework,
           (select k.id from game_server k
             where k.store_id = s.store_id and ${seatOfRow('k')} = s.id and k.journal_id = ${script.journal_id}) as known
      from game_seat s
      left join game_server g on g.store_id = s.store_id and g.id = s.server_id
      left join lateral (
        select * from game_claim m
         where m.store_id = s.store_id and m.seat_id = s.id and m.journal_id = ${script.journal_id}
           and (m.boot_id = ${script.boot_id} or g.journal_id <> ${script.journal_id})
         order by m.boot_id = ${script.boot_id} desc, m.last_seen_at desc limit 1) c on true
     where s.store_id = ${store} and s.id = ${seat} ${lock ? sql`for no key update of s` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('a token leads to a seat that is not there');
  const { journal, boot, claim_state: state, claim_reason: reason } = row;
  return {
    name: row.name,
    framework: row.framework,
    ownId: row.known,
    claimId: row.claim_id,
    facts: {
      holder:
        journal !== null && boot !== null
          ? { journal, boot, previousBoot: row.previous, silentSeconds: row.silent ?? 0 }
          : undefined,
      approvedJournal: row.approved_journal,
      bySilence: row.by_silence,
      silenceMinutes: row.silence_minutes,
      claim:
        state && reason
          ? { state, reason, ageSeconds: row.claim_age ?? 0, heardSeconds: row.claim_heard ?? 0 }
          : undefined,
      heldBefore: row.known !== null,
    },
  };
}
