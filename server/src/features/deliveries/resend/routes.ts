import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { planResend } from './plan-resend.ts';
import { changeResend, listResends, startResend } from './resend-jobs.ts';

const done = { success: true } as const;

/** Sending delivered goods again: what it would do, the jobs, and their progress. */
export function resendRoutes(app: App, { db }: Deps): void {
  serve(app, 'POST /deliveries/resends/plan', async ({ store, body }) => {
    const asOf = new Date();
    return { ...done, asOf: asOf.toISOString(), ...(await planResend(db, store.id, body, asOf)) };
  });

  serve(app, 'POST /deliveries/resends/start', async ({ store, caller, role, body }) => {
    const { subdomain: _, asOf, reason, ...filter } = body;
    const job = await transaction(db, (tx) =>
      startResend(tx, store.id, { actor: caller, role, filter, asOf: new Date(asOf), reason }),
    );
    return { ...done, job };
  });

  serve(app, 'POST /deliveries/resends', async ({ store }) => ({ ...done, jobs: await listResends(db, store.id) }));

  serve(app, 'POST /deliveries/resends/change', async ({ store, caller, body }) => {
    return { ...done, job: await transaction(db, (tx) => changeResend(tx, store.id, caller, body)) };
  });
}
