import { mayDo } from '@vitrine/contract/permissions';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { readAlerts } from './read-alerts.ts';
import { readChannelProblem, readSettings, saveSettings } from './settings.ts';

const done = { success: true } as const;

/** What the panel shows of a store's alerts, and what the owner chooses about them. */
export async function alertsRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /alerts', async ({ store, role }) => {
    const alerts = await readAlerts(db, store.id, (permission) => mayDo(role, permission));
    return { ...done, alerts, open: alerts.filter(({ state }) => state === 'open').length };
  });

  serve(app, 'POST /alerts/settings', async ({ store }) => ({
    ...done,
    ...(await readSettings(db, store.id)),
    channelProblem: await readChannelProblem(db, store.id),
  }));

  serve(
    app,
    'POST /alerts/settings/edit',
    async ({ store, caller: { accountId, name }, body }) => ({
      ...done,
      version: await transaction(db, (tx) => saveSettings(tx, store.id, { accountId, name }, body)),
    }),
    ({ store }) => readSettings(db, store.id),
  );
}
