import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { lockStore } from '../stores/lock-store.ts';
import { currentPlan } from './current-plan.ts';
import { hasRoom, type PlanRoom, planRooms } from './plan.ts';
import { planUse } from './plan-use.ts';

/**
 * Makes sure that the plan has room for one more, and reserves that room until the caller's transaction ends. Call it before
 * the insert, in the same transaction. Refuses with the limit's own code.
 */
export async function claimPlanRoom(tx: Tx, store: StoreId, room: PlanRoom): Promise<void> {
  await lockStore(tx, store);
  const { limits } = await currentPlan(tx, store);
  if (limits[room] === null) return;
  const used = await planUse(tx, store);
  if (!hasRoom(used[room], limits[room])) throw new Refusal(planRooms[room]);
}
