import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { giveInto, placeOf, takeFrom } from '../../deliveries/places/place.ts';
import type { Args } from '../../deliveries/render/render-fields.ts';
import type { SeatId } from '../seats/read-seat.ts';

/** A delivery that is about to go out. */
export interface Leaving {
  id: string;
  order_id: string;
  item_id: string;
  seq: number;
  action_type: string;
  phase: string;
  args: Args;
  player: string;
}

/** What goes out instead of the delivery's own action, or why nothing does. */
export type Settled = { action: string; args: Args } | { cancel: 'covered' };

const gives = ({ action_type, phase }: Leaving) => action_type === 'add_group' && phase === 'confirmation';
const takes = ({ action_type, phase }: Leaving) => action_type === 'remove_group' && phase !== 'confirmation';

interface Other {
  group: string;
  seq: number;
  /** Groups that an expiration or reversal of the same item took already. */
  taken: string[];
}

/**
 * The groups that other live purchases gave this player at this seat. A purchase counts once its group arrived, and until
 * its own expiration or reversal goes out. A resend changes nothing of which purchase came last.
 */
async function othersOf(tx: Tx, { store, seat }: SeatId, row: Leaving): Promise<Other[]> {
  const { rows } = await sql<Other>`
    select distinct on (c.seq) c.args->>'group' as "group", c.seq::float8 as seq,
           array(select e.args->>'group' from delivery e
                  where e.store_id = c.store_id and e.order_id = c.order_id and e.item_id = c.item_id
                    and e.action_type = 'remove_group' and e.phase <> 'confirmation'
                    and e.state not in ('scheduled', 'cancelled')) as taken
      from customer_right r
      join right_source s on s.store_id = r.store_id and s.right_id = r.id
       and s.ended_at is null and (s.ends_at is null or s.ends_at > now())
      join "order" o on o.store_id = s.store_id and o.id = s.order_id and o.status = 'completed'
      join delivery c on c.store_id = s.store_id and c.order_id = s.order_id and c.item_id = s.item_id
       and c.subject = r.subject and c.target = 'fivem' and c.phase = 'confirmation' and c.action_type = 'add_group'
       and c.state in ('succeeded', 'uncertain') and coalesce(c.seat_id, c.store_id) = ${seat}
       and c.resend = 0
     where r.store_id = ${store} and r.target = 'fivem' and r.holder = ${row.player} and r.ended_at is null
       and r.subject like 'group:%' and (s.order_id, s.item_id) <> (${row.order_id}, ${row.item_id})`.execute(tx);
  return rows;
}

/**
 * Decides what each delivery of a group does now, from what live purchases give its player at this moment: the refund of
 * gold gives back the silver that is still paid, and the refund of silver leaves the gold. Answers only the deliveries that
 * do something else than their own action. A city that does not know places gets the level as `add_group`, which sets it.
 */
export async function settleGroups(
  tx: Tx,
  place: SeatId,
  framework: string,
  rows: readonly Leaving[],
): Promise<Map<string, Settled>> {
  const settled = new Map<string, Settled>();
  for (const row of rows.filter((one) => gives(one) || takes(one))) {
    const group = String(row.args.group ?? '');
    const own = placeOf(framework, group);
    const others = (await othersOf(tx, place, row)).filter(
      (other) =>
        placeOf(framework, other.group) === own && !other.taken.some((taken) => placeOf(framework, taken) === own),
    );
    const here = { place: own, others };
    const mine = { group, seq: row.seq };
    if (gives(row)) {
      const stands = giveInto(here, mine);
      if (stands !== group) settled.set(row.id, { action: 'add_group', args: { ...row.args, group: stands } });
      continue;
    }
    const taking = takeFrom(here, mine);
    if (taking.does === 'nothing') settled.set(row.id, { cancel: 'covered' });
    if (taking.does === 'restore') {
      settled.set(row.id, { action: 'add_group', args: { ...row.args, group: taking.group } });
    }
  }
  return settled;
}
