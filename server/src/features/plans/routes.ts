import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { storeOf } from '../../http/door.ts';
import { readStoreConnection } from '../stores/read-connection.ts';
import { planAllowsDiscord } from './current-plan.ts';
import { describePlan } from './describe-plan.ts';
import { listPlans, planOnWire } from './queries.ts';

/** The plans on offer, and the store's own (SPEC.md section 7). */
export async function plansRoutes(app: App, { db, config }: Deps): Promise<void> {
  app.get('/v1/plan', { config: { access: 'public' } }, async () => {
    const plans = (await listPlans(db)).map(planOnWire);
    return { success: true as const, plans };
  });

  app.get('/v1/store/plan', { config: { access: 'store.read' } }, async (request) => {
    return { success: true as const, response: await describePlan(db, storeOf(request).id) };
  });

  // Here and not with the stores: whether Discord may be connected is the plan's to say.
  app.get('/v1/store/connection', { config: { access: 'store.read' } }, async (request) => {
    const { id } = storeOf(request);
    return await readStoreConnection(db, config, id, await planAllowsDiscord(db, id));
  });
}
