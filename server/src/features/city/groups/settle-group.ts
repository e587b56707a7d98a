import type { Game } from '@vitrine/contract/action-types';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type Aftermath, keepAftermath } from '../../deliveries/places/aftermath.ts';
import { giveInto, type Owner, placeOf, takeFrom } from '../../deliveries/places/place.ts';
import { priorsOfEach } from '../../deliveries/places/standing.ts';
import type { Args } from '../../deliveries/render/render-fields.ts';
import { typeOfWire, wireName } from '../../deliveries/targets.ts';
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

/** The base that it goes to. */
export interface Base {
  game: Game;
  framework: string;
  /** Whether the script understands `instead`: a group that takes the place of the one that is taken. */
  instead: boolean;
}

/** What goes out instead of the delivery's own action, or why nothing does. */
export type Settled = { action: string; args: Args } | { cancel: 'covered' | 'kept' };

const gives = (does: string, phase: string) => does === 'add_group' && phase === 'confirmation';
const takers = ['remove_group', 'remove_vehicle', 'remove_whitelist'];
const takes = (does: string, phase: string) => takers.includes(does) && phase !== 'confirmation';

/** A group's name as the game reads it: Minecraft's plugins know no capitals. */
const nameIn = (game: Game, group: string) => (game === 'minecraft' ? group.toLowerCase() : group);

interface Other {
  group: string;
  seq: number;
  /** The place that the city's script named. */
  place: string | null;
  /** Whether it is the delivery's own purchase. */
  own: boolean;
  /** Groups that an expiration or reversal of the same item took already. */
  taken: string[];
}

/**
 * By delivery, the groups that purchases gave its player at this seat: those of other live purchases, and those of the delivery's own
 * item. A purchase counts once its group arrived, and until its own expiration or reversal goes out. A resend does not
 * change which purchase came last. One statement reads for all deliveries that leave together, because an answer may take the
 * groups of 25 players.
 */
async function givenTo(
  tx: Tx,
  { store, seat }: SeatId,
  game: Game,
  leaving: readonly Leaving[],
): Promise<Map<string, Other[]>> {
  const [giver, taker] = [typeOfWire(game, 'add_group'), typeOfWire(game, 'remove_group')];
  const asked = leaving.map(({ id, order_id, item_id, player }) => ({ id, order_id, item_id, player }));
  const { rows } = await sql<Other & { leaving: string }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(id text, order_id text, item_id text, player text)
    ), mine as (
      select a.id as leaving, c.args->>'group' as "group", c.seq::float8 as seq, c.detail->>'place' as place, true as own,
             '{}'::text[] as taken
        from asked a
        join delivery c on c.store_id = ${store} and c.order_id = a.order_id and c.item_id = a.item_id
       where c.phase = 'confirmation' and c.action_type = ${giver} and coalesce(c.seat_id, c.store_id) = ${seat}
         and c.resend = 0
    ), others as (
      select distinct on (a.id, c.seq) a.id as leaving, c.args->>'group' as "group", c.seq::float8 as seq, c.detail->>'place' as place, false as own,
             array(select e.args->>'group' from delivery e
                    where e.store_id = c.store_id and e.order_id = c.order_id and e.item_id = c.item_id
                      and e.action_type = ${taker} and e.phase <> 'confirmation'
                      and coalesce(e.seat_id, e.store_id) = ${seat}
                      and e.state not in ('scheduled', 'cancelled')) as taken
        from asked a
        join customer_right r on r.store_id = ${store} and r.target = ${game} and r.holder = a.player and r.ended_at is null
         and r.subject like 'group:%'
        join right_source s on s.store_id = r.store_id and s.right_id = r.id
         and s.ended_at is null and (s.ends_at is null or s.ends_at > now())
        join "order" o on o.store_id = s.store_id and o.id = s.order_id and o.status = 'completed'
        join delivery c on c.store_id = s.store_id and c.order_id = s.order_id and c.item_id = s.item_id
         and c.subject = r.subject and c.target = ${game} and c.phase = 'confirmation' and c.action_type = ${giver}
         and c.state in ('succeeded', 'uncertain') and coalesce(c.seat_id, c.store_id) = ${seat}
         and c.resend = 0
       where (s.order_id, s.item_id) <> (a.order_id, a.item_id)
    )
    select * from mine union all select * from others`.execute(tx);
  const named = rows.map((row) => ({
    ...row,
    group: nameIn(game, row.group),
    taken: row.taken.map((group) => nameIn(game, group)),
  }));
  return Map.groupBy(named, (row) => row.leaving);
}

/** Where the delivery acts, what else is given there, and what was there before anything was bought. */
function placeAround(
  { framework, game }: Base,
  row: Leaving,
  given: readonly Other[],
  priors: ReadonlyMap<string, string>,
) {
  const does = wireName(game, row.action_type);
  const name = nameIn(
    game,
    does === 'remove_whitelist' ? 'whitelist' : String(row.args.group ?? row.args.vehicle ?? ''),
  );
  if (does === 'remove_vehicle' || does === 'remove_whitelist') {
    const place = does === 'remove_vehicle' ? `vehicle:${name.toLowerCase()}` : 'whitelist';
    return { mine: { group: name, seq: row.seq }, place, others: [], prior: priors.has(place) ? name : undefined };
  }
  const own = given.find((one) => one.own && one.group === name);
  const place = placeOf(framework, name, own?.place);
  const others = given.filter(
    (other) =>
      !other.own &&
      placeOf(framework, other.group, other.place) === place &&
      !other.taken.some((taken) => taken === other.group || placeOf(framework, taken) === place),
  );
  // A removal counts as old as the group that it takes, so a newer group of the place stays.
  return { mine: { group: name, seq: own?.seq ?? row.seq }, place, others, prior: priors.get(place) };
}

const because = (by: Owner): 'covered' | 'kept' => (by === 'purchase' ? 'covered' : 'kept');

/**
 * Decides what each delivery of a group, a vehicle or the whitelist does now, from what live purchases give its player at this moment and
 * from what was there before. For example, the refund of gold gives back the silver that is still paid. The refund of silver
 * leaves the gold. What the player had before stays. Answers only the deliveries that do something else than their own action.
 * A script that does not know `instead` gets `add_group`, which sets the level.
 */
export async function settleGroups(
  tx: Tx,
  seat: SeatId,
  base: Base,
  rows: readonly Leaving[],
): Promise<Map<string, Settled>> {
  const settled = new Map<string, Settled>();
  const after = new Map<string, Aftermath>();
  const { game } = base;
  const leaving = rows.filter(({ action_type, phase }) => {
    const does = wireName(game, action_type);
    return gives(does, phase) || takes(does, phase);
  });
  if (leaving.length === 0) return settled;
  const given = await givenTo(tx, seat, game, leaving);
  const holders = [...new Set(leaving.map(({ player }) => player))];
  const priors = await priorsOfEach(tx, seat.store, { target: game, site: seat.seat, holders });
  for (const row of leaving) {
    const { mine, ...here } = placeAround(base, row, given.get(row.id) ?? [], priors.get(row.player) ?? new Map());
    const { group: name } = mine;
    if (gives(wireName(game, row.action_type), row.phase)) {
      const stands = giveInto(here, mine);
      if (stands !== name) settled.set(row.id, { action: 'add_group', args: { ...row.args, group: stands } });
      continue;
    }
    const taking = takeFrom(here, mine);
    if (taking.does === 'remove') after.set(row.id, { taken: name });
    if (taking.does === 'nothing') {
      after.set(row.id, { stays: taking.stays, by: taking.by });
      settled.set(row.id, { cancel: because(taking.by) });
    }
    if (taking.does === 'restore') {
      after.set(row.id, { taken: name, stays: taking.group, by: taking.by });
      settled.set(
        row.id,
        base.instead
          ? { action: row.action_type, args: { ...row.args, instead: taking.group } }
          : { action: 'add_group', args: { ...row.args, group: taking.group } },
      );
    }
  }
  await keepAftermath(tx, seat.store, after);
  return settled;
}
