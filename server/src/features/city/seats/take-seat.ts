import type { GameHello } from '@vitrine/contract/game';
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { typeOfWire } from '../../deliveries/targets.ts';
import { writeClaim } from './claims.ts';
import { readSeat, type SeatId } from './read-seat.ts';
import { type ClaimReason, type ClaimState, standingOf } from './seat.ts';
import { mailAboutSeat } from './seat-mails.ts';

export type Taken =
  | { seated: true; serverId: string; epoch: number; newBoot: boolean; newJournal: boolean; newBase: boolean }
  | { seated: false; claimId: string; state: ClaimState; reason: ClaimReason; name: string };

/**
 * Decides whether a script that says hello holds its seat (`standingOf`), and writes the decision down: the journal's row
 * with a new epoch, or a claim. The caller has locked the store. Epochs rise for each store.
 */
export async function takeSeat(tx: Tx, config: Config, place: SeatId, token: string, hello: GameHello): Promise<Taken> {
  const { store, seat } = place;
  const view = await readSeat(tx, place, hello, true);
  const standing = standingOf(view.facts, { journal: hello.journal_id, boot: hello.boot_id });
  if (!standing.seated) {
    const claimId = await writeClaim(tx, place, hello, view, standing);
    return { ...standing, claimId, name: view.name };
  }
  // Capabilities are kept under the action types of products, because deliveries name their actions so.
  const capabilities = Object.fromEntries(
    Object.entries(hello.capabilities).map(([word, when]) => [typeOfWire(hello.game, word), when]),
  );
  const { holder } = view.facts;
  const { why } = standing;
  const newJournal = holder?.journal !== hello.journal_id;
  const newBoot = !newJournal && holder?.boot !== hello.boot_id;
  const serverId = view.ownId ?? newId();
  // After the owner's word or a proven copy, the start that was replaced must not come back by itself.
  const former = why === 'restart' && holder ? holder.boot : null;
  const { rows } = await sql<{ epoch: number }>`
    insert into game_server as g (store_id, id, seat_id, token_id, journal_id, boot_id, epoch, name, game, framework, version,
                                  capabilities)
    values (${store}, ${serverId}, ${seat === store ? null : seat}, ${token}, ${hello.journal_id}, ${hello.boot_id},
            (select coalesce(max(epoch), 0) + 1 from game_server where store_id = ${store}), ${view.name}, ${hello.game},
            ${hello.framework}, ${hello.version}, ${JSON.stringify(capabilities)}::jsonb)
    on conflict (store_id, id) do update set
      seat_id = excluded.seat_id, token_id = excluded.token_id, boot_id = excluded.boot_id, epoch = excluded.epoch,
      name = excluded.name, game = excluded.game, framework = excluded.framework, version = excluded.version,
      capabilities = excluded.capabilities, notice = null, hello_at = now(), last_seen_at = now(),
      previous_boot_id = case when ${why} = 'holder' then g.previous_boot_id else ${former}::text end,
      boot_changed_at = case when g.boot_id <> excluded.boot_id then now() else g.boot_changed_at end
    returning epoch`.execute(tx);
  if (why !== 'holder') {
    await sql`
      update game_seat set
        server_id = ${serverId}, held_at = case when ${newJournal} then now() else held_at end,
        by_silence = case when ${newJournal} then ${why === 'silence'} else by_silence end,
        approved_journal = case when ${why === 'first' || why === 'approved'} then ${hello.journal_id} else approved_journal end
       where store_id = ${store} and id = ${seat}`.execute(tx);
    await sql`
      delete from game_claim
       where store_id = ${store} and seat_id = ${seat}
         and (id = ${view.claimId} or state = 'settling' and journal_id = ${hello.journal_id})`.execute(tx);
  }
  if (why === 'silence' || why === 'back') await mailAboutSeat(tx, config, place, view.name, why);
  return {
    seated: true,
    serverId,
    epoch: rows[0]?.epoch ?? 0,
    newBoot,
    newJournal,
    newBase: view.framework !== hello.framework,
  };
}
