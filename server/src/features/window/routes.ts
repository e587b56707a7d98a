import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { publishWindow, restoreWindow } from './publish-window.ts';
import { readWindow } from './read-window.ts';
import { saveDraft } from './save-draft.ts';

const done = { success: true as const };

/** The window of a shop as its owner builds it. `pages/preview-pages.ts` draws one that is not published. */
export async function windowRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /window', async ({ store }) => ({ ...done, ...(await readWindow(db, store.id)) }));

  serve(app, 'POST /window/draft', async ({ store, body: { version, document } }) => ({
    ...done,
    version: await transaction(db, (tx) => saveDraft(tx, store.id, version, document)),
  }));

  serve(app, 'POST /window/publish', async ({ store, caller, body: { version } }) => ({
    ...done,
    ...(await transaction(db, (tx) => publishWindow(tx, store.id, caller, version))),
  }));

  serve(app, 'POST /window/restore', async ({ store, caller, body: { id, version } }) => ({
    ...done,
    ...(await transaction(db, (tx) => restoreWindow(tx, store.id, caller, id, version))),
  }));
}
