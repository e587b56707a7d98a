import { limits } from '@vitrine/contract/limits';
import { mayDo } from '@vitrine/contract/permissions';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { readDashboard } from './read-dashboard.ts';
import { readReport } from './report/read-report.ts';
import { reportCsv } from './report/report-csv.ts';

/** The dashboard's call (DECISIONS.md, The API), and those of the figures of a range of days. */
export async function analyticsRoutes(app: App, { db }: Deps): Promise<void> {
  serve(
    app,
    'POST /dashboard',
    async ({ store, caller, role }) =>
      await readDashboard(db, store.id, caller, (permission) => mayDo(role, permission)),
  );

  serve(app, 'POST /figures', async ({ store, role, body }) => {
    const report = await readReport(db, store.id, body, limits.figureRowsMax);
    return { success: true as const, ...report, coupons: mayDo(role, 'discounts.edit') ? report.coupons : [] };
  });

  serve(app, 'POST /figures/export', async ({ store, role, body, reply }) => {
    if (body.part === 'coupons' && !mayDo(role, 'discounts.edit')) throw new Refusal('forbidden');
    await slowDown(db, [{ key: `figures-export:${store.id}`, limit: 60, seconds: 3600 }]);
    return reply
      .header('content-disposition', `attachment; filename="vitrine-relatorio-${store.subdomain}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(reportCsv(await readReport(db, store.id, body), body.part));
  });
}
