import { listsOf } from '@vitrine/contract/action-lists';
import { actionSentence, benefitsOf } from '@vitrine/contract/action-text';
import { givesVehicle } from '@vitrine/contract/action-types';
import type { Action } from '@vitrine/contract/actions';
import type { Product, PublicProduct } from '@vitrine/contract/catalog';
import { formatDateTime } from '@vitrine/contract/dates';
import { formatCentavos, toReais } from '@vitrine/contract/money';
import { partsOf } from '@vitrine/contract/placeholders';
import type { ProductOption } from '@vitrine/contract/product-options';
import { videoAddress } from '@vitrine/contract/window-kinds';
import type { PictureRow } from '../../db/tables/catalog.ts';

/** The pictures of a product as its row has them. */
export interface Pictures {
  image: string | null;
  image_alt: string;
  more_images: PictureRow[];
}

/** A product row with its category's name, as queries.ts reads it. */
export interface ProductRow extends Pictures {
  id: string;
  category_id: string;
  category_name: string;
  name: string;
  description: string;
  price_centavos: number;
  compare_at_centavos: number | null;
  video: string | null;
  featured: boolean;
  stock: number | null;
  reserved: number;
  sold: number;
  buy_limit: number | null;
  remove_days: number | null;
  low_stock: number | null;
  actions: Action[];
  options: ProductOption[];
  updated_at: Date;
  version: number;
  visibility: 'shown' | 'draft' | 'hidden';
  shows_at: Date | null;
  hides_at: Date | null;
  archived_at: Date | null;
  /** The store's constants by name. Actions name them, and shoppers read their values. */
  constants: Record<string, string>;
}

/** The address of an image at a width that exists for every image (images.ts). */
export function imageAddress(key: string): string {
  return `/images/${key}/640.webp`;
}

/** All pictures of a product, the first one first. */
const picturesOf = ({ image, image_alt, more_images }: Pictures): PictureRow[] => [
  ...(image ? [{ key: image, alt: image_alt }] : []),
  ...more_images,
];

/** A benefit without placeholders: constants become their values, and an answer of the buyer stays open. */
function withConstants(text: string, constants: Record<string, string>): string {
  return partsOf(text)
    .map((part) => {
      if (typeof part === 'string') return part;
      return Object.hasOwn(constants, part.name) ? (constants[part.name] ?? '') : 'à sua escolha';
    })
    .join('');
}

/** What anybody may see of a product. It is an allow-list, so that a new column never leaks by itself. */
export function toPublicProduct(row: ProductRow): PublicProduct {
  const images = picturesOf(row).map(({ key, alt }) => ({ image: imageAddress(key), alt }));
  return {
    _id: row.id,
    idProduct: row.id,
    name: row.name,
    price: toReais(row.price_centavos),
    compareAtPrice:
      row.compare_at_centavos !== null && row.compare_at_centavos > row.price_centavos
        ? toReais(row.compare_at_centavos)
        : null,
    image: images[0]?.image ?? null,
    images,
    video: row.video && videoAddress(row.video),
    categoryId: row.category_id,
    category: row.category_name,
    description: row.description,
    featured: row.featured,
    stock: row.stock === null ? null : Math.max(0, row.stock - row.reserved),
    buylimit: row.buy_limit,
    removeProduct: row.remove_days,
    single: givesVehicle(row.actions),
    benefits: benefitsOf(row.actions, row.remove_days).map((text) => withConstants(text, row.constants)),
    options: row.options,
  };
}

/** What the store's people see: the owner's numbers, the actions by tab, and why one of them does not run. */
export function toProduct(row: ProductRow, problem: string | undefined, waiting: number): Product {
  const shown = toPublicProduct(row);
  return {
    ...shown,
    compareAtPrice: row.compare_at_centavos === null ? null : toReais(row.compare_at_centavos),
    stock: row.stock,
    lowStock: row.low_stock,
    ...listsOf(row.actions),
    imageUrl: shown.image,
    sold: row.sold,
    waiting,
    problem: problem ?? null,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    ...saleOf(row),
  };
}

type SaleRow = Pick<ProductRow, 'visibility' | 'shows_at' | 'hides_at' | 'archived_at'>;

/** Whether and when it is in the shop, as members read it. */
export const saleOf = ({ visibility, shows_at, hides_at, archived_at }: SaleRow) => ({
  status: archived_at === null ? visibility : ('archived' as const),
  showsAt: shows_at?.toISOString() ?? null,
  hidesAt: hides_at?.toISOString() ?? null,
});

/**
 * Units after an edit to `wanted`, by somebody whose form showed `seen` units. What was sold since then stays sold, and
 * what pending orders hold stays theirs. Null: without limit.
 */
export function editedStock(
  { stock, reserved }: { stock: number | null; reserved: number },
  wanted: number | null,
  seen: number | null | undefined,
): number | null {
  if (wanted === seen) return stock;
  if (wanted === null) return null;
  const change = typeof seen === 'number' && stock !== null ? stock - seen : 0;
  return Math.max(wanted + change, reserved);
}

/** Characters of a list of actions that the log keeps. */
const LOGGED_ACTIONS = 2000;

/** What the log of changes keeps of a product: money and actions as people read them. */
export const loggedProduct = (row: {
  name: string;
  category: string;
  description: string;
  price_centavos: number;
  compare_at_centavos: number | null;
  image: string | null;
  more_images: readonly unknown[];
  video: string | null;
  stock: number | null;
  low_stock: number | null;
  featured: boolean;
  buy_limit: number | null;
  remove_days: number | null;
  actions: readonly Action[];
  options: readonly ProductOption[];
  visibility: 'shown' | 'draft' | 'hidden';
  archived: boolean;
  shows_at: Date | null;
  hides_at: Date | null;
}) => ({
  name: row.name,
  status: row.archived ? 'archived' : row.visibility,
  shows_at: row.shows_at && formatDateTime(row.shows_at),
  hides_at: row.hides_at && formatDateTime(row.hides_at),
  category: row.category,
  description: row.description,
  images: row.image === null ? null : 1 + row.more_images.length,
  price: formatCentavos(row.price_centavos),
  compare_at: row.compare_at_centavos === null ? null : formatCentavos(row.compare_at_centavos),
  video: row.video,
  stock: row.stock,
  low_stock: row.low_stock,
  featured: row.featured,
  buy_limit: row.buy_limit,
  remove_days: row.remove_days,
  actions: row.actions.map(actionSentence).join(' · ').slice(0, LOGGED_ACTIONS),
  options: row.options.map(({ label }) => label).join(', '),
});
