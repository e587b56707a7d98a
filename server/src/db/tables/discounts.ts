import type { Generated, Json, Timestamp } from './columns.ts';

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
  version: Generated<number>;
}
