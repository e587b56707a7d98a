import type { Action } from '@vitrine/contract/actions';
import type { ProductOption } from '@vitrine/contract/product-options';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface CategoryTable {
  store_id: string;
  id: string;
  name: string;
  position: number;
  created_at: Generated<Timestamp>;
  description: Generated<string>;
  image: string | null;
  version: Generated<number>;
}

export interface ImageTable {
  store_id: string;
  key: string;
  bytes: number;
  width: number;
  height: number;
  created_at: Generated<Timestamp>;
}

export interface ProductTable {
  store_id: string;
  id: string;
  category_id: string;
  name: string;
  description: Generated<string>;
  price_centavos: number;
  compare_at_centavos: number | null;
  image: string | null;
  featured: Generated<boolean>;
  position: Generated<number>;
  stock: number | null;
  reserved: Generated<number>;
  sold: Generated<number>;
  buy_limit: number | null;
  remove_days: number | null;
  /** From how many units on the owner is warned. */
  low_stock: number | null;
  actions: Generated<Json<Action[]>>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  archived_at: Timestamp | null;
  image_alt: Generated<string>;
  /** The pictures after the first one. */
  more_images: Generated<Json<PictureRow[]>>;
  /** The id of a video of YouTube. */
  video: string | null;
  /** What its buyer chooses or types. */
  options: Generated<Json<ProductOption[]>>;
  version: Generated<number>;
  /** Archived products keep it for their return. */
  visibility: Generated<'shown' | 'draft' | 'hidden'>;
  shows_at: Timestamp | null;
  hides_at: Timestamp | null;
  /** When the window begins or ends next. */
  turns_at: Timestamp | null;
  deleted_at: Timestamp | null;
}

/** A further picture: the key of an upload, and the owner's words for it. */
export interface PictureRow {
  key: string;
  alt: string;
}
