import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { type Decider, readyToApprove } from '../../approvals/claim-approval.ts';
import type { Outside } from '../../payments/look-up.ts';
import { approveRefund } from '../../payments/refunds/refund-order.ts';
import { approveGift } from '../give-order.ts';

/** Does what a second person approved, with the same function as for one person alone. Refuses what this and `claimApproval` refuse. */
export async function approve(
  outside: Outside & Pick<Deps, 'config'>,
  store: StoreId,
  id: string,
  by: Decider,
): Promise<void> {
  const request = await readyToApprove(outside.db, store, id, by);
  if (request.kind === 'manual') await approveGift(outside, store, request, by);
  else if (request.order !== null) await approveRefund(outside, store, id, request.order, by);
}
