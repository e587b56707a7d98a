import { StoreScope } from '@vitrine/contract/common';
import { VariableCreate, VariableInput } from '@vitrine/contract/variables';
import { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { storeOf } from '../../http/door.ts';
import { listVariables } from './queries.ts';
import { createVariable, editVariable, removeVariable } from './save-variable.ts';

const Target = z.object({ subdomain: z.string(), id: z.string() });

/** Variables: constants and checkout questions (DECISIONS.md, Variables). */
export async function variablesRoutes(app: App, { db }: Deps): Promise<void> {
  const edit = { access: 'variables.edit' } as const;

  app.post('/v1/variables', { schema: { body: StoreScope }, config: edit }, async (request) => {
    return { success: true, variables: await listVariables(db, storeOf(request).id) };
  });

  app.post('/v1/variables/create', { schema: { body: VariableCreate }, config: edit }, async (request) => {
    const id = await transaction(db, (tx) => createVariable(tx, storeOf(request).id, request.body.variable));
    return { success: true, variable: { _id: id, name: request.body.variable.name } };
  });

  app.post(
    '/v1/variables/edit/:subdomain/:id',
    { schema: { body: z.object({ variable: VariableInput }), params: Target }, config: edit },
    async (request) => {
      await transaction(db, (tx) => editVariable(tx, storeOf(request).id, request.params.id, request.body.variable));
      return { success: true };
    },
  );

  app.delete('/v1/variables/delete/:subdomain/:id', { schema: { params: Target }, config: edit }, async (request) => {
    await transaction(db, (tx) => removeVariable(tx, storeOf(request).id, request.params.id));
    return { success: true };
  });
}
