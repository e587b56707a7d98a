import { identityRules } from '@vitrine/contract/identity';
import type { PublicOrder } from '@vitrine/contract/orders';
import sharp from 'sharp';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { maskName } from '../../../mask-name.ts';
import { imageFiles } from '../../catalog/store-image.ts';
import { idsOf, maskedId } from '../buyer/public-buyer.ts';
import { buyerOf, sellerOf } from '../queries.ts';
import { publicOrder } from '../read-public-order.ts';
import { drawReceipt } from './draw-receipt.ts';

const UPLOAD = /^\/images\/([0-9a-z]+)\/\d+\.(?:webp|avif)$/;
/** Side of the store's mark in the file, pixels: four times its size on paper. */
const MARK_SIDE = 160;

/** `whole`: for the buyer's own mailbox. `masked`: for anybody who has the order's address. */
type Detail = 'whole' | 'masked';

type BuyerRow = NonNullable<Awaited<ReturnType<typeof buyerOf>>>;

/** Who bought, and for whom: one line each. Strangers with the address read a masked name and no e-mail. */
export function buyerLines(row: BuyerRow, detail: Detail): string[] {
  const name = row.customer_name && (detail === 'whole' ? row.customer_name : maskName(row.customer_name));
  const lines = [name && `Comprador: ${name}`];
  if (detail === 'whole') {
    lines.push(row.email && `E-mail: ${row.email}`);
    for (const id of idsOf(row)) {
      const value = id.kind === 'discord_id' ? maskedId(id) : id.value;
      lines.push(`Para: ${identityRules[id.kind].label} ${value}`);
    }
  }
  return lines.filter((line): line is string => Boolean(line));
}

/** The store's logo as a PNG, because a PDF holds no WebP; undefined without one, or when it cannot be read. */
async function markOf({ config, log }: Pick<Deps, 'config' | 'log'>, logo: string | null): Promise<Buffer | undefined> {
  const key = logo ? UPLOAD.exec(logo)?.[1] : undefined;
  if (!key) return undefined;
  try {
    const picture = await imageFiles(config).get(`${key}/1280.webp`);
    return picture && (await sharp(picture).resize(MARK_SIDE, MARK_SIDE, { fit: 'inside' }).png().toBuffer());
  } catch (error) {
    log.warn({ err: error }, 'a receipt is drawn without the mark of its store');
    return undefined;
  }
}

/** An order with its receipt, or null for an unknown reference. With `store`, an order of another store counts as unknown. */
export async function makeReceipt(
  deps: Pick<Deps, 'config' | 'db' | 'log'>,
  reference: string,
  detail: Detail,
  store?: StoreId,
): Promise<{ order: PublicOrder; pdf: Buffer } | null> {
  const { config, db } = deps;
  const order = await publicOrder(db, config, reference, store === undefined ? {} : { store });
  if (!order) return null;
  const [{ legal, logo }, row] = await Promise.all([sellerOf(db, order.store.subdomain), buyerOf(db, reference)]);
  const pdf = await drawReceipt(order, legal, {
    buyer: row ? buyerLines(row, detail) : [],
    mark: await markOf(deps, logo),
  });
  return { order, pdf };
}
