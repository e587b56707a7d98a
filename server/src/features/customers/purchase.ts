import { isGame } from '@vitrine/contract/action-types';
import { readPlayerKey } from '@vitrine/contract/identity';
import type { Benefit, BenefitState, PurchaseState } from '@vitrine/contract/purchases';
import { playersOf } from '../deliveries/player.ts';
import type { OrderNote } from '../orders/order.ts';
import type { PurchaseRow, RightRow } from './queries.ts';

/** Notes of a cancelled order whose money went back. */
const MONEY_BACK = new Set<OrderNote>(['refunded', 'charged_back', 'withdrawn', 'late_refund', 'duplicate_refund']);
const isMoneyBack = (note: string | null) => MONEY_BACK.has(note as OrderNote);

/** How a purchase stands, in one word for its buyer. */
export function stateOfPurchase(
  row: Pick<PurchaseRow, 'status' | 'note' | 'wanted' | 'succeeded' | 'unconfirmed' | 'problem'>,
): PurchaseState {
  if (row.status === 'pending') return 'unpaid';
  if (row.status === 'cancelled') {
    if (row.note === 'expired') return 'expired';
    return isMoneyBack(row.note) ? 'refunded' : 'cancelled';
  }
  if (row.wanted === 0) return 'completed';
  if (row.problem > 0) return 'attention';
  if (row.succeeded < row.wanted) return 'delivering';
  return row.unconfirmed > 0 ? 'received' : 'delivered';
}

function stateOfRight(row: RightRow): BenefitState {
  if (row.ended_at === null && !row.over) return row.delivered ? 'live' : 'waiting';
  if (row.status !== 'cancelled') return row.returned ? 'refunded' : row.revoked ? 'removed' : 'expired';
  return isMoneyBack(row.note) ? 'refunded' : 'removed';
}

const isHeld = (state: BenefitState) => state === 'live' || state === 'waiting';

/**
 * A product gives several rights (a group, a role). Those of one product, city id, state and moment of end are one
 * benefit. Benefits still held come first, the next to end on top and those without end last; then ended ones, newest
 * first.
 */
export function benefitsOf(rows: readonly RightRow[], textOf: (row: RightRow) => string | null): Benefit[] {
  const found = new Map<string, Benefit>();
  for (const row of rows) {
    const state = stateOfRight(row);
    const end = isHeld(state) ? row.ends_at : (row.ended_at ?? row.ends_at);
    // Rights of one purchase begin in one transaction, but may end in several.
    const minute = end === null ? '' : String(Math.round(end.getTime() / 60_000));
    const key = [row.product_id, playersOf(row)[0], state, minute].join(' ');
    const text = textOf(row);
    const player = isGame(row.target) ? readPlayerKey(row.holder) : null;
    const city = player?.kind === 'city_id' ? Number(player.value) : null;
    const identity = player && player.kind !== 'city_id' ? player : null;
    const known = found.get(key);
    if (known) {
      if (text !== null && !known.gives.includes(text)) known.gives.push(text);
      known.city ??= city;
      known.identity ??= identity;
      continue;
    }
    found.set(key, {
      id: row.id,
      product: row.product,
      gives: text === null ? [] : [text],
      city,
      identity,
      state,
      endsAt: end?.toISOString() ?? null,
      reference: row.reference,
    });
  }
  const time = ({ endsAt }: Benefit) => (endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt));
  const all = [...found.values()];
  return [
    ...all.filter(({ state }) => isHeld(state)).sort((a, b) => order(time(a), time(b))),
    ...all.filter(({ state }) => !isHeld(state)).sort((a, b) => order(time(b), time(a))),
  ];
}

/** Equal values come first, because the difference of two benefits without end is not a number. */
const order = (a: number, b: number) => (a === b ? 0 : a - b);
