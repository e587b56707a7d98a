import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { listVariables } from './queries.ts';
import { createVariable, editVariable, removeVariable } from './save-variable.ts';

const done = { success: true as const };

/** Variables: constants and checkout questions (DECISIONS.md, Variables). */
export async function variablesRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /variables', async ({ store }) => ({ ...done, variables: await listVariables(db, store.id) }));

  serve(app, 'POST /variables/create', async ({ store, caller, body: { variable } }) => {
    const id = await transaction(db, (tx) => createVariable(tx, store.id, caller, variable));
    return { ...done, variable: { _id: id, name: variable.name } };
  });

  serve(
    app,
    'POST /variables/edit/:subdomain/:id',
    async ({ store, caller, params: { id }, body }) => {
      await transaction(db, (tx) => editVariable(tx, store.id, caller, id, body));
      return done;
    },
    async ({ store, params: { id } }) => {
      const variable = (await listVariables(db, store.id)).find(({ _id }) => _id === id);
      if (!variable) throw new Refusal('not_found');
      return variable;
    },
  );

  serve(app, 'DELETE /variables/delete/:subdomain/:id', async ({ store, caller, params: { id } }) => {
    await transaction(db, (tx) => removeVariable(tx, store.id, caller, id));
    return done;
  });
}
