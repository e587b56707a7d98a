import { mayDo } from '@vitrine/contract/permissions';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { readStoreConnection } from '../stores/connection/read-connection.ts';
import { planAllowsDiscord } from './current-plan.ts';
import { describePlan } from './describe-plan.ts';
import { readPlans } from './read-plans.ts';

const done = { success: true as const };

/** The plans on offer, and the store's own (SPEC.md section 7). */
export async function plansRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'GET /plan', async () => ({ ...done, plans: await readPlans(db) }));

  serve(app, 'GET /store/plan', async ({ store }) => ({ ...done, response: await describePlan(db, store.id) }));

  // Here and not in stores, because the plan says whether Discord may be connected.
  serve(app, 'GET /store/connection', async ({ store: { id }, role }) => {
    const allowedByPlan = await planAllowsDiscord(db, id);
    return readStoreConnection(db, config, id, { allowedByPlan, connects: mayDo(role, 'store.connect') });
  });
}
