import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import type { StoreId } from '../../../http/store.ts';
import type { LockedOrder } from '../../orders/lock-order.ts';
import type { ProviderPayment } from '../payment.ts';
import { tellPart } from './tell-part.ts';

/**
 * Keeps the parts of a payment that somebody gave back on the provider's own page, each once, and tells the buyer. Nobody said
 * which units they were for, so they take nothing. While our own refund has no id yet, a new refund at the
 * provider may be ours: the next look decides. The caller holds the order's lock.
 */
export async function keepForeignRefunds(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  order: LockedOrder,
  payment: { id: string; news: ProviderPayment },
): Promise<void> {
  const done = payment.news.refunds.filter(({ status, centavos }) => status === 'approved' && centavos > 0);
  if (done.length === 0) return;
  const rows = done.map(({ id, centavos }) => ({ row: newId(), key: newId(), id, centavos }));
  const found = await sql<{ amount_centavos: number }>`
    insert into refund (store_id, id, payment_id, amount_centavos, status, reason, scope, idempotency_key, provider_id, finished_at)
    select ${store}, w."row", ${payment.id}, w.centavos, 'returned', 'provider', 'value', w.key, w.id, now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w("row" text, key text, id text, centavos int)
     where not exists (select from refund r where r.store_id = ${store} and r.payment_id = ${payment.id}
                          and (r.provider_id = w.id
                            or r.provider_id is null and r.status in ('requested', 'in_process')))
    returning amount_centavos`.execute(tx);
  if (found.rows.length === 0) return;
  // A whole refund under way was written for what was left before these parts.
  await sql`
    update refund r set amount_centavos = least(r.amount_centavos, p.amount_centavos - (
             select coalesce(sum(o.amount_centavos), 0) from refund o
              where o.store_id = r.store_id and o.payment_id = r.payment_id and o.status = 'returned'))
      from payment p
     where r.store_id = ${store} and r.payment_id = ${payment.id} and r.scope = 'whole' and r.status in ('requested', 'in_process')
       and p.store_id = r.store_id and p.id = r.payment_id`.execute(tx);
  for (const { amount_centavos: centavos } of found.rows) {
    await tellPart(tx, config, store, order, { centavos, items: [], actor: null });
  }
}
