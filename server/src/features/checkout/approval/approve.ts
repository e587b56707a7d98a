import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { type Decider, readyToApprove } from '../../approvals/claim-approval.ts';
import type { Outside } from '../../payments/look-up.ts';
import { approveRefund } from '../../payments/refunds/refund-order.ts';
import { approveGift } from '../give-order.ts';

/** A second person's yes: does what was asked, by the way on which one person does it. Refuses as that way and `claimApproval` do. */
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
