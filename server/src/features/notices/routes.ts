import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { readChoices, saveChoices } from './choices.ts';

const done = { success: true } as const;

/** What each member of a store wants to hear. */
export async function noticesRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /notices', async ({ store, role, caller }) => ({
    ...done,
    choices: await readChoices(db, store.id, caller.accountId, role),
  }));

  serve(app, 'POST /notices/edit', async ({ store, role, caller: { accountId, name }, body: { choices } }) => {
    await transaction(db, (tx) => saveChoices(tx, store.id, { accountId, name, role }, choices));
    return done;
  });
}
