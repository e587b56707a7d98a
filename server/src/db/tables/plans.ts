export interface PlanTable {
  id: string;
  name: string;
  price_centavos: number;
  /** Twelve months at once; null: only by the month. */
  year_centavos: number | null;
  product_limit: number | null;
  category_limit: number | null;
  sub_user_limit: number | null;
  discord_integration: boolean;
  position: number;
}
