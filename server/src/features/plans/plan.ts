import type { ErrorCode } from '@vitrine/contract/errors';

/** `grace`: the paid time is over, but its limits count for three more days. `inactive`: the limits of Gratuito count. */
export type PlanState = 'active' | 'grace' | 'inactive';

/** null: without limit. */
export interface PlanLimits {
  products: number | null;
  categories: number | null;
  subUsers: number | null;
  discord: boolean;
}

/** What a plan limits, and the code of the refusal when it is full. */
export const planRooms = {
  products: 'plan_product_limit',
  categories: 'plan_category_limit',
  subUsers: 'plan_member_limit',
} as const satisfies Record<string, ErrorCode>;
export type PlanRoom = keyof typeof planRooms;

/** Whether one more fits. After a downgrade a store may have more than the limit: it keeps them and gets no new ones. */
export function hasRoom(used: number, limit: number | null): boolean {
  return limit === null || used < limit;
}
