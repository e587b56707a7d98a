import { builtInVariables, type Variable, type VariableInput } from '@vitrine/contract/variables';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { lockStore } from '../stores/lock-store.ts';
import { touchPages } from '../stores/touch-pages.ts';
import { deleteVariable, insertVariable, isAwaited, listVariables, updateVariable } from './queries.ts';

function refuseReserved(name: string): void {
  if ((builtInVariables as readonly string[]).includes(name)) throw new Refusal('variable_reserved');
}

/** Creates a constant or a question (public pages show both) and answers its id. Names are unique in a store and none of Vitrine's own. */
export async function createVariable(tx: Tx, store: StoreId, input: VariableInput): Promise<string> {
  refuseReserved(input.name);
  await lockStore(tx, store);
  const id = newId();
  if (!(await insertVariable(tx, store, id, input))) throw new Refusal('variable_taken');
  await touchPages(tx, store);
  return id;
}

/** Refuses while a product on sale uses the variable, or an order that will read a constant when it is paid. */
async function refuseUsed(tx: Tx, store: StoreId, { name, kind, usedBy }: Variable): Promise<void> {
  if (usedBy.length > 0) throw new Refusal('variable_in_use');
  // Answers are in the order already.
  if (kind === 'constant' && (await isAwaited(tx, store, name))) {
    const error = 'Pedidos aguardando pagamento usam esta variável. Tente de novo quando forem pagos ou expirarem.';
    throw new Refusal('variable_in_use', { error });
  }
}

/** Changes a variable; its name and kind stay while products and pending orders use it. */
export async function editVariable(tx: Tx, store: StoreId, id: string, input: VariableInput): Promise<void> {
  // Products are saved behind the same lock: none can begin to use it meanwhile.
  await lockStore(tx, store);
  const all = await listVariables(tx, store);
  const current = all.find((variable) => variable._id === id);
  if (!current) throw new Refusal('not_found');
  if (input.name !== current.name || input.kind !== current.kind) {
    refuseReserved(input.name);
    if (all.some((variable) => variable !== current && variable.name === input.name)) {
      throw new Refusal('variable_taken');
    }
    await refuseUsed(tx, store, current);
  }
  await updateVariable(tx, store, id, input);
  await touchPages(tx, store);
}

/** Deletes a variable that no product on sale and no pending order uses. */
export async function removeVariable(tx: Tx, store: StoreId, id: string): Promise<void> {
  await lockStore(tx, store);
  const current = (await listVariables(tx, store)).find((variable) => variable._id === id);
  if (!current) throw new Refusal('not_found');
  await refuseUsed(tx, store, current);
  await deleteVariable(tx, store, id);
  await touchPages(tx, store);
}
