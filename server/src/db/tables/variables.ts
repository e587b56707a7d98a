import type { Generated, Json, Timestamp } from './columns.ts';

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
  version: Generated<number>;
}
