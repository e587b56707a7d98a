import type { OrderMark } from '@vitrine/contract/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

/** Notes of an order whose payment its buyer or their bank contested. */
const contested = ['disputed', 'charged_back', 'reimbursed'] as const;

/** In SQL, true for an `"order"` with the mark. The index `order_marked` holds all of them (migrations/0064_part_refunds.sql). */
const conditions: Record<OrderMark, RawBuilder<boolean>> = {
  refunded: sql<boolean>`("order".refunded_centavos > 0 and "order".status = 'cancelled')`,
  part_refunded: sql<boolean>`("order".refunded_centavos > 0 and "order".status = 'completed')`,
  disputed: sql<boolean>`"order".note in (${sql.join(contested.map((note) => sql.lit(note)))})`,
  manual: sql<boolean>`"order".kind = 'manual'`,
};

export const hasMark = (mark: OrderMark): RawBuilder<boolean> => conditions[mark];

/** The marks of an order, the most telling first. */
export function marksOf(row: {
  status: string;
  kind: string;
  note: string | null;
  refunded_centavos: number;
}): OrderMark[] {
  const marks: OrderMark[] = [];
  if (row.refunded_centavos > 0 && row.status === 'cancelled') marks.push('refunded');
  if (row.refunded_centavos > 0 && row.status === 'completed') marks.push('part_refunded');
  if (contested.some((note) => note === row.note)) marks.push('disputed');
  if (row.kind === 'manual') marks.push('manual');
  return marks;
}

/** How many orders of the store have the mark, and how much of their money went back. For gifts and disputes: their totals. */
export async function countMarked(
  db: Db,
  store: StoreId,
  mark: OrderMark,
): Promise<{ count: number; centavos: number }> {
  const money = mark === 'refunded' || mark === 'part_refunded' ? sql`refunded_centavos` : sql`total_centavos`;
  const { rows } = await sql<{ count: number; centavos: number }>`
    select count(*)::int as count, coalesce(sum(${money}), 0)::float8 as centavos
      from "order" where store_id = ${store} and ${hasMark(mark)}`.execute(db);
  return rows[0] ?? { count: 0, centavos: 0 };
}
