import type { SharedPix } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { publicOrder } from '../read-public-order.ts';
import { sharedOrder } from './share-link.ts';

/**
 * What another person needs to pay an order's Pix, or null for an address that is not ours. `reference` is for the server's
 * own use and must never leave the server.
 */
export async function readSharedPix(
  db: Db,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  share: string,
): Promise<{ pix: SharedPix; reference: string } | null> {
  const id = sharedOrder(config.secret, store, share);
  if (id === undefined) return null;
  const { rows } = await sql<{ reference: string; now: Date }>`
    select reference, now() as now from "order" where store_id = ${store} and id = ${id}`.execute(db);
  const [row] = rows;
  const order = row && (await publicOrder(db, config, row.reference, { store }));
  if (!order) return null;
  const { payment, date, finalvalue: value } = order;
  const nothing = { value, pixCode: null, pixQrSvg: null, expiresAt: null, date };
  const isOpen = payment?.pixCode && payment.expiresAt && new Date(payment.expiresAt) > row.now;
  const pix: SharedPix =
    order.status === 'completed'
      ? { ...nothing, state: 'paid' }
      : isOpen
        ? { ...nothing, ...codeOf(payment), state: 'waiting' }
        : { ...nothing, state: 'over' };
  return { pix, reference: row.reference };
}

const codeOf = ({ pixCode, pixQrSvg, expiresAt }: Pick<SharedPix, 'pixCode' | 'pixQrSvg' | 'expiresAt'>) => ({
  pixCode,
  pixQrSvg,
  expiresAt,
});
