import { toReais } from '@vitrine/contract/money';
import { lineName } from '@vitrine/contract/option-words';
import type { RefundTold } from '@vitrine/contract/orders';
import { type KeptOption, shownOptions } from '@vitrine/contract/product-options';
import type { RefundScope, RefundState } from '@vitrine/contract/refund-words';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';

interface Row {
  id: string;
  created_at: Date;
  finished_at: Date | null;
  scope: RefundScope;
  status: 'requested' | 'in_process' | 'approved' | 'returned' | 'rejected';
  amount_centavos: number;
  note: string | null;
  actor: string | null;
  items: { name: string; options: KeptOption[]; units: number }[];
}

const states: Record<Row['status'], RefundState> = {
  requested: 'open',
  in_process: 'open',
  approved: 'done',
  returned: 'done',
  rejected: 'refused',
};

/** The refunds of an order's payments, oldest first, as the store's people see them. */
export async function refundsOfOrder(db: Db, store: StoreId, order: string): Promise<RefundTold[]> {
  const { rows } = await sql<Row>`
    select r.id, r.created_at, r.finished_at, r.scope, r.status, r.amount_centavos, r.note, r.actor,
           coalesce((select json_agg(json_build_object('name', i.name, 'options', i.options, 'units', u.units) order by i.position)
              from refund_item u
              join order_item i on i.store_id = u.store_id and i.order_id = u.order_id and i.id = u.item_id
             where u.store_id = r.store_id and u.refund_id = r.id), '[]') as items
      from payment p join refund r on r.store_id = p.store_id and r.payment_id = p.id
     where p.store_id = ${store} and p.order_id = ${order}
     order by r.created_at, r.id limit 200`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    at: (row.finished_at ?? row.created_at).toISOString(),
    scope: row.scope,
    state: states[row.status],
    value: toReais(row.amount_centavos),
    items: row.items.map(({ name, options, units }) => ({
      name: lineName(name, shownOptions(options)),
      quantity: units,
    })),
    note: row.note,
    actor: row.actor,
  }));
}
