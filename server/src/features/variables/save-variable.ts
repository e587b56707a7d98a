import { limits } from '@vitrine/contract/limits';
import { optionsAsVariables } from '@vitrine/contract/product-options';
import { firstProblem } from '@vitrine/contract/templates';
import { builtInVariables, type Variable, type VariableEdit, type VariableInput } from '@vitrine/contract/variables';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { keepDeleted, takeDeleted } from '../stores/deletions.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, difference, recordAudit, refuseOvertaken } from '../stores/record-audit.ts';
import { touchPages } from '../stores/touch-pages.ts';
import {
  countVariables,
  deleteVariable,
  insertVariable,
  isAwaited,
  listUsers,
  listVariables,
  ownProducts,
  productWithOption,
  putBackVariable,
  updateVariable,
} from './queries.ts';

function refuseReserved(name: string): void {
  if ((builtInVariables as readonly string[]).includes(name)) throw new Refusal('variable_reserved');
}

/** Refuses a name that is an option of a product on sale: in its actions the name would mean two things. */
async function refuseOptionName(tx: Tx, store: StoreId, name: string): Promise<void> {
  const product = await productWithOption(tx, store, name);
  if (product === undefined) return;
  throw new Refusal('variable_taken', { error: `O produto “${product}” já tem uma opção com este nome.` });
}

/** The variable with each product once. Refuses a question about a product that is not this store's. */
async function withOwnProducts(tx: Tx, store: StoreId, input: VariableInput): Promise<VariableInput> {
  if (input.kind !== 'question') return input;
  const products = [...new Set(input.products)];
  const own = await ownProducts(tx, store, products);
  if (own.length !== products.length) throw new Refusal('product_not_found', { field: 'products' });
  return { ...input, products };
}

/** What the log of changes keeps of a variable. */
const logged = (variable: VariableInput) =>
  variable.kind === 'constant'
    ? { name: variable.name, value: variable.value }
    : { name: variable.name, label: variable.label, choices: variable.choices.join(', '), required: variable.required };

/** Refuses more variables than a store may have. The caller holds the store's lock. */
async function claimRoom(tx: Tx, store: StoreId, input: VariableInput): Promise<void> {
  const { all, questions } = await countVariables(tx, store);
  if (all >= limits.variablesPerStore) throw new Refusal('variable_limit');
  if (input.kind === 'question' && questions >= limits.questionsPerStore) throw new Refusal('question_limit');
}

/**
 * Creates a constant or a question (public pages show both) and answers its id. Names are unique in a store and differ
 * from Vitrine's own.
 */
export async function createVariable(tx: Tx, store: StoreId, actor: Actor, input: VariableInput): Promise<string> {
  refuseReserved(input.name);
  await lockStore(tx, store);
  await refuseOptionName(tx, store, input.name);
  await claimRoom(tx, store, input);
  const id = newId();
  if (!(await insertVariable(tx, store, id, await withOwnProducts(tx, store, input))))
    throw new Refusal('variable_taken');
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'variable.create',
    text: `Criou a variável ${input.name}`,
    object: id,
    after: logged(input),
  });
  return id;
}

/** Refuses while a product on sale uses the variable, or a pending order needs it as it is. */
async function refuseUsed(tx: Tx, store: StoreId, variable: Variable): Promise<void> {
  if (variable.usedBy.length > 0) throw new Refusal('variable_in_use');
  await refuseAwaited(tx, store, variable);
}

/**
 * Refuses while a pending order needs the variable. An order already has its answers. But when it is paid, we read
 * the value of a constant, and whether an answer came from a list.
 */
async function refuseAwaited(tx: Tx, store: StoreId, variable: Variable): Promise<void> {
  const free = variable.kind === 'question' && variable.answer !== 'choice';
  if (free || !(await isAwaited(tx, store, variable.name))) return;
  const error = 'Pedidos aguardando pagamento usam esta variável. Tente de novo quando forem pagos ou expirarem.';
  throw new Refusal('variable_in_use', { error });
}

/**
 * Refuses a change after which an action of a product on sale could not be saved. An action that could not be saved
 * before the change does not block it.
 */
async function refuseUnfit(tx: Tx, store: StoreId, all: Variable[], current: Variable, input: VariableInput) {
  const others = all.filter((variable) => variable !== current);
  for (const product of await listUsers(tx, store, input.name)) {
    const options = optionsAsVariables(product.options);
    const problem = firstProblem(product.actions, [...others, input, ...options], product.id);
    if (!problem || firstProblem(product.actions, [...all, ...options], product.id)) continue;
    throw new Refusal('variable_unfit', { error: `O produto “${product.name}” usa esta variável. ${problem.text}` });
  }
}

/**
 * Changes a variable as far as its products allow. Its name and kind stay while products and pending orders use it. Refuses an
 * edit over an older version (`changed_meanwhile`).
 */
export async function editVariable(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  id: string,
  { variable: input, version: read }: VariableEdit,
): Promise<void> {
  // Products are saved under the same lock, so none can begin to use it meanwhile.
  await lockStore(tx, store);
  const all = await listVariables(tx, store);
  const current = all.find((variable) => variable._id === id);
  if (!current) throw new Refusal('not_found');
  const edited = { action: 'variable.edit', object: id };
  await refuseOvertaken(tx, store, edited, { present: current.version, read });
  const questions = all.filter(({ kind }) => kind === 'question').length;
  if (input.kind === 'question' && current.kind !== 'question' && questions >= limits.questionsPerStore) {
    throw new Refusal('question_limit');
  }
  if (input.name !== current.name || input.kind !== current.kind) {
    refuseReserved(input.name);
    if (all.some((variable) => variable !== current && variable.name === input.name)) {
      throw new Refusal('variable_taken');
    }
    if (input.name !== current.name) await refuseOptionName(tx, store, input.name);
    await refuseUsed(tx, store, current);
  } else {
    await refuseUnfit(tx, store, all, current, input);
    if (input.kind === 'question' && current.kind === 'question' && input.answer !== current.answer) {
      await refuseAwaited(tx, store, current);
    }
  }
  await updateVariable(tx, store, id, await withOwnProducts(tx, store, input));
  await touchPages(tx, store);
  const { before, after } = difference<Partial<ReturnType<typeof logged>>>(logged(current), logged(input));
  await recordAudit(tx, store, actor, {
    ...edited,
    text: `Mudou a variável ${current.name}`,
    before,
    after,
  });
}

/** Deletes a variable that no product on sale and no pending order uses. It can be brought back for some minutes (`restoreVariable`). */
export async function removeVariable(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const current = (await listVariables(tx, store)).find((variable) => variable._id === id);
  if (!current) throw new Refusal('not_found');
  await refuseUsed(tx, store, current);
  await keepDeleted(tx, store, 'variable', id, { row: await deleteVariable(tx, store, id) });
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'variable.delete',
    text: `Excluiu a variável ${current.name}`,
    object: id,
    before: logged(current),
  });
}

/**
 * Brings back a variable that was deleted minutes ago. Refuses `variable_taken`, also for a name that is an option of a product by
 * now, and the limits of a store.
 */
export async function restoreVariable(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  await lockStore(tx, store);
  const { row } = await takeDeleted<{ row: object }>(tx, store, 'variable', id);
  if (!(await putBackVariable(tx, store, row))) throw new Refusal('variable_taken');
  const back = (await listVariables(tx, store)).find((variable) => variable._id === id);
  if (!back) throw new Refusal('undo_over');
  await refuseOptionName(tx, store, back.name);
  const { all, questions } = await countVariables(tx, store);
  if (all > limits.variablesPerStore) throw new Refusal('variable_limit');
  if (back.kind === 'question' && questions > limits.questionsPerStore) throw new Refusal('question_limit');
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'variable.restore',
    text: `Desfez a exclusão da variável ${back.name}`,
    object: id,
    after: logged(back),
  });
}
