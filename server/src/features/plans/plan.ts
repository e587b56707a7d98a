import type { ErrorCode } from '@vitrine/contract/errors';

/** `grace`: the paid time is over, its limits hold a little longer. `inactive`: the limits of Gratuito hold. */
export type PlanState = 'active' | 'grace' | 'inactive';

/** null: without limit. */
export interface PlanLimits {
  products: number | null;
  categories: number | null;
  subUsers: number | null;
  discord: boolean;
}

/** What a plan limits, and what is said when it is full. */
export const planRooms = {
  products: 'plan_product_limit',
  categories: 'plan_category_limit',
  subUsers: 'plan_member_limit',
} as const satisfies Record<string, ErrorCode>;
export type PlanRoom = keyof typeof planRooms;

/** Whether one more fits. A downgrade leaves more than fits: nothing goes away, and nothing new fits. */
export function hasRoom(used: number, limit: number | null): boolean {
  return limit === null || used < limit;
}
