import { mayDo } from '@vitrine/contract/permissions';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { readDashboard } from './read-dashboard.ts';

/** The dashboard's call (DECISIONS.md, The API). */
export async function analyticsRoutes(app: App, { db }: Deps): Promise<void> {
  serve(
    app,
    'POST /dashboard',
    async ({ store, caller, role }) =>
      await readDashboard(db, store.id, caller, (permission) => mayDo(role, permission)),
  );
}
