import { builtInVariables, type VariableInput } from '@vitrine/contract/variables';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { touchPages } from '../stores/touch-pages.ts';
import { deleteVariable, insertVariable, listVariables, lockVariable, updateVariable } from './queries.ts';

function refuseReserved(name: string): void {
  if ((builtInVariables as readonly string[]).includes(name)) throw new Refusal('variable_reserved');
}

/** Creates a constant or a question (public pages show both) and answers its id. Names are unique in a store and none of Vitrine's own. */
export async function createVariable(tx: Tx, store: StoreId, input: VariableInput): Promise<string> {
  refuseReserved(input.name);
  const id = newId();
  if (!(await insertVariable(tx, store, id, input))) throw new Refusal('variable_taken');
  await touchPages(tx, store);
  return id;
}

/** Changes a variable; its name and kind stay while products use it. */
export async function editVariable(tx: Tx, store: StoreId, id: string, input: VariableInput): Promise<void> {
  const current = await lockVariable(tx, store, id);
  if (!current) throw new Refusal('not_found');
  if (input.name !== current.name || input.kind !== current.kind) {
    refuseReserved(input.name);
    const all = await listVariables(tx, store);
    if (all.some((variable) => variable._id !== id && variable.name === input.name))
      throw new Refusal('variable_taken');
    if (all.some((variable) => variable._id === id && variable.usedBy.length > 0)) throw new Refusal('variable_in_use');
  }
  await updateVariable(tx, store, id, input);
  await touchPages(tx, store);
}

/** Deletes a variable that no product on sale uses. */
export async function removeVariable(tx: Tx, store: StoreId, id: string): Promise<void> {
  if (!(await lockVariable(tx, store, id))) throw new Refusal('not_found');
  const variable = (await listVariables(tx, store)).find((one) => one._id === id);
  if (variable && variable.usedBy.length > 0) throw new Refusal('variable_in_use');
  await deleteVariable(tx, store, id);
  await touchPages(tx, store);
}
