import type { Action } from '@vitrine/contract/actions';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface CategoryTable {
  store_id: string;
  id: string;
  name: string;
  position: number;
  created_at: Generated<Timestamp>;
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
  actions: Generated<Json<Action[]>>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  archived_at: Timestamp | null;
}

export interface ProductBuyerTable {
  store_id: string;
  product_id: string;
  client: number;
  units: number;
}

export interface VariableTable {
  store_id: string;
  id: string;
  kind: 'constant' | 'question';
  name: string;
  value: string | null;
  label: string | null;
  answer: 'text' | 'number' | 'choice' | null;
  choices: Generated<Json<string[]>>;
  required: Generated<boolean>;
  product_ids: Generated<Json<string[]>>;
  created_at: Generated<Timestamp>;
}

export interface DiscountTable {
  store_id: string;
  id: string;
  code: string;
  type: 'fixed' | 'percentage';
  value: number;
  min_centavos: number | null;
  max_uses: number | null;
  uses: Generated<number>;
  expires_at: Timestamp | null;
  limit_by: Generated<'' | 'user_id' | 'email' | 'discord'>;
  active: Generated<boolean>;
  category_ids: Generated<Json<string[]>>;
  product_ids: Generated<Json<string[]>>;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}
