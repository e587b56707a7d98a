import { firstProblem } from '@vitrine/contract/templates';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { variablesOf } from '../variables/read-variables.ts';
import { productsWithTemplates } from './queries.ts';

/**
 * Products on sale with an action that would be refused if it were saved today, and so is not executed. They were saved
 * before the rule, and stay as they are until somebody repairs them.
 */
export async function unfitProducts(db: Db, store: StoreId): Promise<{ id: string; name: string }[]> {
  const [products, variables] = await Promise.all([productsWithTemplates(db, store), variablesOf(db, store)]);
  return products
    .filter(({ id, actions }) => firstProblem(actions, variables, id) !== undefined)
    .map(({ id, name }) => ({ id, name }));
}
