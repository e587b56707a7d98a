import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/database.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { storeUrl } from '../stores/public-url.ts';
import { successPath } from './start-payment.ts';

/** What a request tells about its caller. */
export interface Visit {
  method: string;
  header(name: string): string | null | undefined;
}

/** Programs that preview links in chats, and search engines. CUBOT is excepted because it makes phones. */
const MACHINES =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp\/|embedly|iframely|linkexpander|pingdom|monitor/i;

/** Whether a person goes to pay. A browser that loads ahead, a program that previews links and HEAD do not count. */
export function isPress({ method, header }: Visit): boolean {
  const purpose = `${header('sec-purpose') ?? ''} ${header('purpose') ?? ''} ${header('x-moz') ?? ''}`;
  const agent = header('user-agent') ?? '';
  return method === 'GET' && !/prefetch|prerender|preview/i.test(purpose) && agent !== '' && !MACHINES.test(agent);
}

/**
 * A person went to pay: from now on the order's own deadline counts, from when it was placed. Written once, while the
 * order can be paid.
 */
export async function noteOpened(db: Db | Tx, store: StoreId, reference: string): Promise<void> {
  await sql`
    update "order" o set opened_at = now(), expires_at = greatest(o.expires_at, coalesce(o.pay_until, o.expires_at))
     where o.reference = ${reference} and o.store_id = ${store}
       and o.status = 'pending' and o.opened_at is null and o.expires_at > now() and o.ended_by is null
       and exists (select from payment p
                    where p.store_id = o.store_id and p.order_id = o.id and (p.pix_code is not null or p.init_point is not null))
  `.execute(db);
}

/**
 * Where our link to an order's payment page leads now, and whose order it is: the provider's page while it can be paid
 * there, else a page of the store that says how the order stands. Undefined for an unknown reference.
 */
export async function payPageOf(
  db: Db,
  config: Pick<Config, 'publicUrl' | 'domain'>,
  reference: string,
): Promise<{ store: StoreId; subdomain: string; address: string; payable: boolean } | undefined> {
  const { rows } = await sql<{
    store_id: string;
    subdomain: string;
    status: string;
    method: string;
    init_point: string | null;
  }>`
    select o.store_id, s.subdomain, o.status, coalesce(p.method, o.payment_method) as method,
           case when o.expires_at > now() and p.status in ('created', 'pending', 'rejected') then p.init_point end as init_point
      from "order" o join store s on s.id = o.store_id
      left join lateral (select status, method, init_point from payment p
                          where p.store_id = o.store_id and p.order_id = o.id
                          order by created_at desc, id desc limit 1) p on true
     where o.reference = ${reference}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { subdomain } = row;
  const store = storeIdOf(row);
  const page = (path: string) => ({ store, subdomain, address: storeUrl(config, subdomain, path), payable: false });
  if (row.status === 'completed') return page(successPath(reference));
  if (row.status === 'pending' && row.init_point) return { store, subdomain, address: row.init_point, payable: true };
  return page(row.status === 'pending' && row.method === 'pix' ? `/checkout/pix/${reference}` : `/pedido/${reference}`);
}
