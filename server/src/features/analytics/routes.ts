import { StoreScope } from '@vitrine/contract/common';
import { mayDo } from '@vitrine/contract/permissions';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { readDashboard } from './read-dashboard.ts';

/** The dashboard's call (DECISIONS.md, The API). */
export async function analyticsRoutes(app: App, { db }: Deps): Promise<void> {
  app.post(
    '/v1/dashboard',
    { schema: { body: StoreScope }, config: { access: 'dashboard.read' } },
    async (request) =>
      await readDashboard(
        db,
        storeOf(request).id,
        callerOf(request),
        (permission) => request.role !== null && mayDo(request.role, permission),
      ),
  );
}
