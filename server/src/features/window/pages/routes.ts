import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { publishPage, savePageDraft } from './publish-page.ts';
import { readPage, readPages } from './read-pages.ts';
import { createPage, deletePage, editPage, hidePage, orderPages } from './save-page.ts';

const done = { success: true as const };

/** Pages that an owner makes beside the window. `pages/preview-pages.ts` draws one that is not published. */
export async function ownPagesRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /pages', async ({ store }) => ({ ...done, pages: await readPages(db, store.id) }));

  serve(app, 'POST /pages/create', async ({ store, caller, body }) => ({
    ...done,
    id: await transaction(db, (tx) => createPage(tx, store.id, caller, body)),
  }));

  serve(app, 'POST /pages/edit', async ({ store, caller, body: { id, ...fields } }) => {
    await transaction(db, (tx) => editPage(tx, store.id, caller, id, fields));
    return done;
  });

  serve(app, 'POST /pages/order', async ({ store, caller, body: { ids } }) => {
    await transaction(db, (tx) => orderPages(tx, store.id, caller, ids));
    return done;
  });

  serve(app, 'POST /pages/details', async ({ store, body: { id } }) => ({
    ...done,
    ...(await readPage(db, store.id, id)),
  }));

  serve(app, 'POST /pages/draft', async ({ store, body: { id, version, document } }) => ({
    ...done,
    version: await transaction(db, (tx) => savePageDraft(tx, store.id, id, version, document)),
  }));

  serve(app, 'POST /pages/publish', async ({ store, caller, body: { id, version } }) => ({
    ...done,
    draft: await transaction(db, (tx) => publishPage(tx, store.id, caller, id, version)),
  }));

  serve(app, 'POST /pages/hide', async ({ store, caller, body: { id } }) => {
    await transaction(db, (tx) => hidePage(tx, store.id, caller, id));
    return done;
  });

  serve(app, 'POST /pages/delete', async ({ store, caller, body: { id } }) => {
    await transaction(db, (tx) => deletePage(tx, store.id, caller, id));
    return done;
  });
}
