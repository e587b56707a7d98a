import type { WindowDocument } from '@vitrine/contract/window';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface ShopWindowTable {
  store_id: string;
  draft: Json<WindowDocument>;
  draft_version: number;
  published_id: string | null;
  refresh_at: Timestamp | null;
}

export interface WindowPublicationTable {
  store_id: string;
  id: string;
  document: Json<WindowDocument>;
  account_id: string | null;
  published_at: Generated<Timestamp>;
}

export interface ShownNameTable {
  store_id: string;
  order_id: string;
  bought_at: Timestamp;
}

export interface ShopPageTable {
  store_id: string;
  id: string;
  slug: string;
  title: string;
  description: string;
  in_menu: boolean;
  position: number;
  draft: Json<WindowDocument>;
  draft_version: Generated<number>;
  published: Json<WindowDocument> | null;
  published_at: Timestamp | null;
  refresh_at: Timestamp | null;
}
