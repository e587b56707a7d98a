import type { ActionTarget } from '@vitrine/contract/actions';
import type { DeliveryState, RefundPreview } from '@vitrine/contract/orders';
import type { ReturnOutcome } from '@vitrine/contract/refund-words';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { mayHaveBegun } from '../change/correctable.ts';
import { listOfOrders } from '../queries.ts';
import { describeDelivery } from '../read-deliveries.ts';
import { givenWithout } from '../rights.ts';
import { reverseOf } from '../targets.ts';

type Effect = RefundPreview['effects'][number];

interface Given {
  id: string;
  item_id: string;
  state: DeliveryState;
  target: ActionTarget;
  action_type: string;
  subject: string | null;
  begun: boolean;
  still: boolean;
  /** The owner defined what happens at its end, and that is still to come. */
  expires: boolean;
  remove_days: number | null;
  /** Units of its item that were not returned. */
  left: number;
}

/** What the return of the whole item does to one delivery: the same decisions as `endRights`. */
function ofWhole(one: Given): ReturnOutcome {
  if (one.state === 'uncertain') return 'unsure';
  if (one.state === 'sent' || (one.state === 'queued' && one.begun)) return 'out';
  if (one.state !== 'succeeded') return 'stopped';
  if (one.subject !== null && reverseOf(one.target, one.action_type) !== undefined) {
    return one.still ? 'covered' : 'taken';
  }
  return one.expires ? 'taken' : 'stays';
}

/** What the return of some units does: the same decisions as `returnUnits`. */
function ofUnits(one: Given): ReturnOutcome {
  if (one.subject !== null) return one.remove_days === null ? 'stays' : 'shorter';
  const isOpen = one.state === 'scheduled' || ((one.state === 'queued' || one.state === 'failed') && !one.begun);
  return isOpen ? 'fewer' : 'stays';
}

/**
 * What a refund would do to each delivery of the order, in the order in which they were made: of the units that it returns
 * (`units` by item; the rest stays), of the whole order (`whole`), or nothing, where both are absent.
 */
export async function foreseeReturn(
  tx: Tx,
  store: StoreId,
  order: string,
  { units, whole = false }: { units?: ReadonlyMap<string, number>; whole?: boolean },
): Promise<Effect[]> {
  // Two items of this order may give one right. If both are returned, neither keeps it for the other.
  const gone = whole
    ? sql<boolean>`(s.order_id = d.order_id)`
    : sql<boolean>`(s.order_id = d.order_id and exists (
        select from order_item e
         where e.store_id = s.store_id and e.order_id = s.order_id and e.id = s.item_id
           and e.quantity - e.returned = (${JSON.stringify(Object.fromEntries(units ?? []))}::jsonb ->> e.id)::int))`;
  const { rows } = await sql<Given>`
    select d.id, d.item_id, d.state, d.target, d.action_type, d.subject, ${mayHaveBegun} as begun, ${givenWithout(gone)} as still,
           exists (select from delivery e where e.store_id = d.store_id and e.order_id = d.order_id and e.depends_on = d.id
                      and e.phase = 'expiration' and e.state = 'scheduled') as expires,
           i.remove_days, i.quantity - i.returned as left
      from delivery d
      join order_item i on i.store_id = d.store_id and i.order_id = d.order_id and i.id = d.item_id
     where d.store_id = ${store} and d.order_id = ${order} and d.phase = 'confirmation' and d.state <> 'cancelled'
       and i.returned < i.quantity
     order by d.seq`.execute(tx);
  const told = new Map((await listOfOrders(tx, store, [order])).map((row) => [row.id, describeDelivery(row)]));
  const found = new Map<string, Effect & { count: number }>();
  for (const one of rows) {
    const returned = whole ? one.left : units?.get(one.item_id);
    const outcome = returned === undefined ? 'stays' : returned === one.left ? ofWhole(one) : ofUnits(one);
    const { product = '', text = '' } = told.get(one.id) ?? {};
    const days = outcome === 'shorter' ? (one.remove_days ?? 0) * (returned ?? 0) : null;
    const key = JSON.stringify([product, text, outcome]);
    const same = found.get(key);
    if (same) same.count += 1;
    else found.set(key, { product, text, outcome, days, count: 1 });
  }
  return [...found.values()].map(({ count, text, ...effect }) => ({
    ...effect,
    text: count > 1 ? `${text} (${count} vezes)` : text,
  }));
}
