export interface PlanTable {
  id: string;
  name: string;
  price_centavos: number;
  product_limit: number | null;
  category_limit: number | null;
  sub_user_limit: number | null;
  discord_integration: boolean;
  position: number;
}
