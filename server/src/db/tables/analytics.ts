import type { Generated } from 'kysely';

export interface SalesDayTable {
  store_id: string;
  day: string;
  orders: Generated<number>;
  centavos: Generated<number>;
}
