import { isDeepStrictEqual } from 'node:util';
import { joinActions, listName } from '@vitrine/contract/action-lists';
import { type Action, actionTargets } from '@vitrine/contract/actions';
import type { ProductCreate, ProductEdit } from '@vitrine/contract/catalog';
import { optionsAsVariables, type ProductOption } from '@vitrine/contract/product-options';
import { firstProblem, templateProblem } from '@vitrine/contract/templates';
import { builtInVariables, type VariableInput } from '@vitrine/contract/variables';
import { videoId } from '@vitrine/contract/window-kinds';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { claimPlanRoom } from '../plans/claim-room.ts';
import { planAllowsDiscord } from '../plans/current-plan.ts';
import { keepDeleted } from '../stores/deletions.ts';
import { lockStore } from '../stores/lock-store.ts';
import { type Actor, difference, recordAudit, refuseOvertaken } from '../stores/record-audit.ts';
import { touchPages } from '../stores/touch-pages.ts';
import { variablesOf } from '../variables/read-variables.ts';
import { findCategory, lockCategory } from './categories/queries.ts';
import { citiesOf, problemsOf } from './city-fit.ts';
import { editedStock, loggedProduct } from './product.ts';
import { deleteProduct, insertProduct, lockProduct, type ProductValues, updateProduct } from './queries.ts';
import { claimReturn, editedSale, inShop } from './sale.ts';
import { noPictures, savedPictures } from './save-pictures.ts';
import { serverProblems } from './unfit-products.ts';

/**
 * Refuses actions that could not be carried out safely: templates that break a rule of templates.ts, names that the
 * connected city does not have (`name_not_in_city`), a server that the store does not have, and Discord without a plan that
 * has it. The caller holds the store's lock, so no variable changes between this check and the commit.
 */
export async function checkActions(
  tx: Tx,
  store: StoreId,
  actions: readonly Action[],
  { product, options }: { product?: string; options: readonly ProductOption[] },
): Promise<void> {
  if (actions.length === 0) return;
  const variables = [...(await variablesOf(tx, store)), ...optionsAsVariables(options)];
  const problem = firstProblem(actions, variables, product);
  if (problem) throw new Refusal(problem.code, { error: problem.text });
  const cities = await citiesOf(tx, store);
  const unserved = (await serverProblems(tx, store, cities))(actions);
  if (unserved) throw new Refusal('server_not_found', { error: unserved });
  const missing = problemsOf(actions, cities, variables, product).find(({ kind }) => kind === 'missing');
  if (missing) throw new Refusal('name_not_in_city', { error: missing.text, field: missing.field });
  if (actions.some((action) => action.target === 'discord') && !(await planAllowsDiscord(tx, store))) {
    throw new Refusal('plan_without_discord');
  }
}

/** Refuses an option whose placeholder is one of Vitrine's or a variable of the store. */
export function refuseTaken(variables: readonly VariableInput[], options: readonly ProductOption[]): void {
  const taken = new Set(variables.map(({ name }) => name));
  for (const [index, { name }] of options.entries()) {
    const field = `options.${index}.name`;
    if ((builtInVariables as readonly string[]).includes(name)) throw new Refusal('variable_reserved', { field });
    if (taken.has(name)) throw new Refusal('variable_taken', { field });
  }
}

/** Refuses options that would make a kept action invalid. An action that was invalid before does not block them. */
function refuseBreaking(
  actions: readonly Action[],
  variables: readonly VariableInput[],
  product: string,
  { before, after }: Record<'before' | 'after', readonly ProductOption[]>,
): void {
  for (const action of actions) {
    const problem = templateProblem(action, [...variables, ...optionsAsVariables(after)], product);
    const had = problem && templateProblem(action, [...variables, ...optionsAsVariables(before)], product);
    if (problem && !had) throw new Refusal(problem.code, { error: problem.text });
  }
}

/** Locks the category, so that it is not deleted under the product. */
export async function requireCategory(tx: Tx, store: StoreId, id: string): Promise<string> {
  const name = await lockCategory(tx, store, id);
  if (name === undefined) throw new Refusal('category_not_found', { field: 'categoryId' });
  return name;
}

/**
 * Creates a product within the plan's limit. Answers its id, and a warning (pt-BR) about what the city cannot do. Refuses
 * with a code of the error table.
 */
export async function createProduct(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  input: ProductCreate,
): Promise<{ id: string; warning: string | null }> {
  await claimPlanRoom(tx, store, 'products');
  const category = await requireCategory(tx, store, input.categoryId);
  const actions = joinActions(input);
  const options = input.options ?? [];
  if (options.length > 0) refuseTaken(await variablesOf(tx, store), options);
  await checkActions(tx, store, actions, { options });
  const id = newId();
  const { archived, ...sale } = editedSale(inShop, input);
  const values = {
    category_id: input.categoryId,
    name: input.name,
    description: input.description ?? '',
    price_centavos: input.price,
    compare_at_centavos: input.compareAtPrice ?? null,
    ...noPictures,
    ...(await savedPictures(tx, store, input)),
    video: videoId(input.video ?? ''),
    featured: input.featured ?? false,
    stock: input.stock ?? null,
    buy_limit: input.buylimit ?? null,
    remove_days: input.removeProduct ?? null,
    low_stock: input.lowStock ?? null,
    actions,
    options,
    ...sale,
  };
  await insertProduct(tx, store, id, values);
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'product.create',
    text: `Criou o produto ${input.name}`,
    object: id,
    after: loggedProduct({ ...values, category, archived }),
  });
  return { id, warning: await warningOf(tx, store, { id, actions, options }) };
}

/** The action lists after an edit: a tab that was not sent keeps its actions. */
function editedActions(current: readonly Action[], data: ProductEdit['productData']): Action[] | undefined {
  if (actionTargets.every((target) => !data[listName(target)])) return undefined;
  const sent = joinActions(data);
  return actionTargets.flatMap((target) =>
    (data[listName(target)] ? sent : current).filter((action) => action.target === target),
  );
}

/** The actions of an edit that the product did not have in this form. */
function newActions(current: readonly Action[], edited: readonly Action[]): Action[] {
  const had = [...current];
  return edited.filter((action) => {
    // Compared in the form in which it is stored: a field that was not sent is absent.
    const at = had.findIndex((one) => isDeepStrictEqual(one, JSON.parse(JSON.stringify(action))));
    if (at >= 0) had.splice(at, 1);
    return at < 0;
  });
}

/** The warning about saved actions. Some are older than a rule and will not run. Others are valid, but the city cannot do them now. */
async function warningOf(
  tx: Tx,
  store: StoreId,
  { id: product, actions, options }: { id: string; actions: readonly Action[]; options: readonly ProductOption[] },
): Promise<string | null> {
  if (actions.length === 0) return null;
  const variables = [...(await variablesOf(tx, store)), ...optionsAsVariables(options)];
  const cities = await citiesOf(tx, store);
  const problem = firstProblem(actions, variables, product)?.text ?? (await serverProblems(tx, store, cities))(actions);
  if (problem) {
    return `O produto foi salvo, mas uma ação antiga dele não será executada enquanto não for corrigida. ${problem}`;
  }
  const [first] = problemsOf(actions, cities, variables, product);
  return first ? `O produto foi salvo. ${first.text}` : null;
}

/**
 * Changes what the edit names and leaves the rest. Orders placed before keep their own copy. Refuses an edit over an older
 * version (`changed_meanwhile`), and a price of zero that the edit does not confirm (`price_zero_unconfirmed`). Actions that the
 * product already had are not checked again, so that an old one does not block a new price. Answers a warning about them
 * (pt-BR), or null.
 */
export async function editProduct(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { productId, version: read, productData, ...pictures }: ProductEdit,
): Promise<string | null> {
  await lockStore(tx, store);
  // Locked, because sales change the product's stock at any time, and other editors change the rest.
  const current = await lockProduct(tx, store, productId);
  if (!current) throw new Refusal('product_not_found');
  const edited = { action: 'product.edit', object: productId };
  await refuseOvertaken(tx, store, edited, { present: current.version, read });
  if (productData.price === 0 && current.price_centavos > 0 && !productData.freeConfirmed) {
    throw new Refusal('price_zero_unconfirmed');
  }
  const { visibility, shows_at, hides_at, archived } = editedSale(current, productData);
  const sale = { visibility, shows_at, hides_at, archived };
  await claimReturn(tx, store, current, sale);
  const values: Partial<ProductValues> = { ...sale, ...(await savedPictures(tx, store, pictures, current)) };
  const { categoryId } = productData;
  if (categoryId !== undefined) values.category_id = categoryId;
  const former = (await findCategory(tx, store, current.category_id))?.name ?? '';
  const category = categoryId === undefined ? former : await requireCategory(tx, store, categoryId);
  const actions = editedActions(current.actions, productData);
  const options = productData.options ?? current.options;
  const variables = productData.options ? await variablesOf(tx, store) : [];
  if (productData.options) refuseTaken(variables, options);
  if (actions) {
    await checkActions(tx, store, newActions(current.actions, actions), { product: productId, options });
  }
  if (productData.options) {
    const change = { before: current.options, after: options };
    refuseBreaking(actions ?? current.actions, variables, productId, change);
  }
  if (productData.name !== undefined) values.name = productData.name;
  if (productData.description !== undefined) values.description = productData.description;
  if (productData.price !== undefined) values.price_centavos = productData.price;
  if (productData.compareAtPrice !== undefined) values.compare_at_centavos = productData.compareAtPrice;
  if (productData.video !== undefined) values.video = videoId(productData.video ?? '');
  if (productData.featured !== undefined) values.featured = productData.featured;
  if (productData.buylimit !== undefined) values.buy_limit = productData.buylimit;
  if (productData.removeProduct !== undefined) values.remove_days = productData.removeProduct;
  if (productData.lowStock !== undefined) values.low_stock = productData.lowStock;
  if (productData.stock !== undefined) values.stock = editedStock(current, productData.stock, productData.stockSeen);
  if (actions) values.actions = actions;
  if (productData.options) values.options = options;
  await updateProduct(tx, store, productId, values);
  await touchPages(tx, store);
  const { before, after } = difference(
    loggedProduct({ ...current, category: former }),
    loggedProduct({ ...current, ...values, category }),
  );
  await recordAudit(tx, store, actor, {
    ...edited,
    text: `Mudou o produto ${current.name}`,
    before,
    after,
  });
  return await warningOf(tx, store, { id: productId, actions: actions ?? current.actions, options });
}

/** Refuses a category that is not this store's. */
export async function requireCategoryRow(db: Db, store: StoreId, id: string) {
  const category = await findCategory(db, store, id);
  if (!category) throw new Refusal('category_not_found');
  return category;
}

/** Deletes a product; what was sold of it stays in its orders. It can be brought back for some minutes (`restoreProduct`). */
export async function removeProduct(tx: Tx, store: StoreId, actor: Actor, id: string): Promise<void> {
  const product = await lockProduct(tx, store, id);
  if (!product) throw new Refusal('product_not_found');
  const category = (await findCategory(tx, store, product.category_id))?.name ?? '';
  await deleteProduct(tx, store, id);
  await keepDeleted(tx, store, 'product', id, { archived: product.archived });
  await touchPages(tx, store);
  await recordAudit(tx, store, actor, {
    action: 'product.delete',
    text: `Excluiu o produto ${product.name}`,
    object: id,
    before: loggedProduct({ ...product, category }),
  });
}
