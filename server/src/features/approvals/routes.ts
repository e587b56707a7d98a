import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { tellOwner } from '../stores/tell-owner.ts';
import { declineApproval, withdrawApproval } from './end-approval.ts';
import { readApprovals } from './read-approvals.ts';
import { setApprovalRule } from './rule.ts';

const done = { success: true as const };

/** What two people of a store decide together. Approving does what was asked, so the checkout serves it. */
export async function approvalsRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /approvals', async ({ store, caller }) => ({
    ...done,
    approvals: await readApprovals(db, store.id, caller.accountId),
  }));

  serve(app, 'POST /approvals/decline', async ({ store, caller, body: { id } }) => {
    await transaction(db, (tx) => declineApproval(tx, store.id, id, caller));
    return done;
  });

  serve(app, 'POST /approvals/withdraw', async ({ store, caller, body: { id } }) => {
    await transaction(db, (tx) => withdrawApproval(tx, store.id, id, caller));
    return done;
  });

  serve(app, 'POST /approvals/rule', async ({ store, caller, body: { value }, request }) => {
    // Each one mails the owner, and some the team.
    await slowDown(db, [{ key: `approval-rule:${store.id}`, limit: 10, seconds: 3600 }]);
    await transaction(db, async (tx) => {
      const change = await setApprovalRule(tx, store.id, caller, value);
      if (!change) return;
      await tellOwner(tx, config, store.id, request, { kind: 'approval_rule_changed', path: '/members', ...change });
    });
    return done;
  });
}
