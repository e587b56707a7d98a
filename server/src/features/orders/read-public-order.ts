import { addressOf } from '@vitrine/contract/calls/address';
import { limits } from '@vitrine/contract/limits';
import { toReais } from '@vitrine/contract/money';
import type { OrderLine, PublicOrder } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import qrcode from 'qrcode';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { nameParty } from '../../db/party.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { publicDeliveries } from '../deliveries/read-deliveries.ts';
import { storeUrl } from '../stores/public-url.ts';
import { isNameShown } from '../window/buyers/shown-names.ts';
import { publicBuyer } from './buyer/public-buyer.ts';
import { causeText, noteText } from './order.ts';
import { linesOnWire, moneyOnWire } from './order-on-wire.ts';
import { findOrderByReference, type PaymentRow, paymentsOfOrder } from './queries.ts';
import { sharePath } from './share/share-link.ts';
import { withdrawalTexts } from './withdrawal.ts';

/** Our link to an order's payment page at the provider. Following it counts as having opened the page. */
export function goPath(reference: string): string {
  return addressOf('GET /order/:external_reference/go', { external_reference: reference });
}

/** References have 32 characters; anything longer is not a reference. */
const REFERENCE = /^[a-z0-9]{20,64}$/;

/** Which of these references name orders, in one statement for all. */
export async function knownReferences(db: Db, references: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select reference from "order" where reference = any(${references}::text[])`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}

/**
 * An order as anybody with its reference may see it, or null: an allow-list without contact data (facts/security.md
 * 3.6). With `store`, an order of another store counts as missing. From then on, the request's work takes the turns of
 * the order's store.
 */
export async function publicOrder(
  db: Db,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  reference: string,
  { store }: { store?: StoreId } = {},
): Promise<PublicOrder | null> {
  if (!REFERENCE.test(reference)) return null;
  const row = await findOrderByReference(db, reference);
  if (!row || (store !== undefined && row.store_id !== store)) return null;
  const id = storeIdOf(row);
  nameParty(id);
  const [payments, waiting, nameShown] = await Promise.all([
    paymentsOfOrder(db, id, row.id),
    publicDeliveries(db, id, row.id),
    isNameShown(db, id, row.id),
  ]);
  const paid = paidOf(payments);
  const isBack = row.status === 'cancelled' && paid !== null && paid.returned >= paid.value;
  return {
    _id: row.id,
    number: row.number,
    external_reference: row.reference,
    status: row.status,
    date: row.created_at.toISOString(),
    ...moneyOnWire(row),
    ...linesOnWire(row.items),
    note: isBack ? causeText(row.note) : noteText(row.note),
    store: { name: row.storeName, subdomain: row.subdomain, url: storeUrl(config, row.subdomain) },
    paid,
    payment: await publicPayment(payments, row, {
      go: storeUrl(config, row.subdomain, goPath(row.reference)),
      share: storeUrl(config, row.subdomain, sharePath(config.secret, id, row.id)),
    }),
    deliveries: waiting.deliveries,
    handover: row.handover,
    buyer: publicBuyer(row),
    nameShown,
    correctable: row.status === 'completed' && row.corrections < limits.buyerCorrections ? waiting.correctable : [],
    withdrawUntil: row.withdraw_until?.toISOString() ?? null,
    withdrawal: row.withdrawal && { result: row.withdrawal, message: withdrawalTexts[row.withdrawal] },
  };
}

const ENDS = ['refunded', 'charged_back'];

/**
 * The attempt that paid the order, else one whose money went back. A second payment of one order is not told here: it went
 * back by itself, and the order's note says so.
 */
function paidOf(payments: PaymentRow[]): PublicOrder['paid'] {
  const row =
    payments.find(({ status }) => status === 'approved') ?? payments.findLast(({ status }) => ENDS.includes(status));
  const at = row?.history.find(({ status }) => status === 'approved')?.at;
  if (!row || !at) return null;
  const contested = row.status === 'charged_back';
  const end = row.history.findLast(({ status }) => ENDS.includes(status))?.at ?? row.refunded_at;
  const returned = ENDS.includes(row.status) ? row.amount_centavos : row.refunded_centavos;
  return {
    number: row.provider_id,
    at: new Date(at).toISOString(),
    value: toReais(row.amount_centavos),
    returned: toReais(returned),
    returnedAt: returned > 0 && end ? new Date(end).toISOString() : null,
    contested,
  };
}

/**
 * The lines of an order for a new cart: product ids, quantities and answers. Products that are no longer on sale are among them:
 * the cart leaves them out and says so. Null for an unknown order.
 */
export async function linesOfOrder(db: Db, store: StoreId, reference: string): Promise<OrderLine[] | null> {
  if (!REFERENCE.test(reference)) return null;
  const { rows } = await sql<{ lines: OrderLine[] }>`
    select coalesce((select jsonb_agg(jsonb_build_object('id', i.product_id, 'quantity', i.quantity, 'options',
                              (select jsonb_object_agg(one ->> 'name', one ->> 'value') from jsonb_array_elements(i.options) one
                                where one ->> 'value' <> '')) order by i.position)
                       from order_item i where i.store_id = o.store_id and i.order_id = o.id), '[]') as lines
      from "order" o where o.store_id = ${store} and o.reference = ${reference}`.execute(db);
  return rows[0]?.lines ?? null;
}

/** The paid attempt, else the newest. It says how to pay only while it can still be paid. */
async function publicPayment(
  payments: PaymentRow[],
  order: { payable: boolean; expires_at: Date },
  { go, share }: { go: string; share: string },
): Promise<PublicOrder['payment']> {
  const shown = payments.find((payment) => payment.status === 'approved') ?? payments[0];
  if (!shown) return null;
  const payable = order.payable && shown.open && (shown.status === 'created' || shown.status === 'pending');
  // A provider's payment page takes another card after a refused one.
  const again = order.payable && (payable || shown.status === 'rejected');
  const pixCode = payable ? shown.pix_code : null;
  return {
    status: shown.status,
    pixCode,
    pixQrSvg: pixCode && (await drawPix(pixCode)),
    expiresAt: order.payable ? payableUntil(shown, order).toISOString() : null,
    payUrl: again && shown.init_point ? go : null,
    shareUrl: pixCode && share,
  };
}

/**
 * Until when the shown way to pay works. A Pix ends with its code, even if an earlier method gave the order a day. The order then
 * stays payable, with a new code.
 */
function payableUntil({ method, expires_at }: PaymentRow, order: { expires_at: Date }): Date {
  return method === 'pix' && expires_at && expires_at < order.expires_at ? expires_at : order.expires_at;
}

/** A picture takes a millisecond to draw, and the page of one order asks for it several times. Each is 4 kB. */
const drawn = new LRUCache<string, Promise<string>>({ max: 1000 });

/** The code as a picture, level M with a quiet zone of 4 (facts/mercado-pago.md, 10). */
function drawPix(code: string): Promise<string> {
  const known = drawn.get(code);
  if (known) return known;
  const picture = qrcode.toString(code, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  drawn.set(code, picture);
  return picture;
}
