import { serverProblem, serversByGame } from '@vitrine/contract/action-servers';
import type { Action } from '@vitrine/contract/actions';
import { optionsAsVariables, type ProductOption } from '@vitrine/contract/product-options';
import { firstProblem } from '@vitrine/contract/templates';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { listGuilds } from '../stores/connection/read-connection.ts';
import { variablesOf } from '../variables/read-variables.ts';
import { citiesOf, problemsOf } from './city-fit.ts';
import { productsWithActions } from './queries.ts';

interface Product {
  id: string;
  actions: readonly Action[];
  options: readonly ProductOption[];
}

/** Why an action goes to no server of the store, in pt-BR, or undefined. */
export async function serverProblems(db: Db, store: StoreId, cities: readonly { id: string; game: string }[]) {
  const discord = (await listGuilds(db, store)).map(({ guild_id: id }) => ({ id }));
  const servers = { ...serversByGame(cities), discord };
  return (actions: readonly Action[]): string | undefined =>
    actions.map((action) => serverProblem(action, servers)).find((text) => text !== undefined);
}

/**
 * Why an action of each product does not run as it is, in pt-BR; a product without such an action is not in the answer. The action
 * would be refused if it were saved today, or its server was removed, or the city changed and cannot do it any more. Such actions
 * stay as they are until somebody repairs them.
 */
export async function problemsByProduct(
  db: Db,
  store: StoreId,
  products: readonly Product[],
): Promise<Map<string, string>> {
  if (products.every(({ actions }) => actions.length === 0)) return new Map();
  const [variables, cities] = await Promise.all([variablesOf(db, store), citiesOf(db, store)]);
  const firstServerProblem = await serverProblems(db, store, cities);
  const problems = products.map(({ id, actions, options }): [string, string | undefined] => {
    const known = [...variables, ...optionsAsVariables(options)];
    return [
      id,
      firstProblem(actions, known, id)?.text ??
        firstServerProblem(actions) ??
        problemsOf(actions, cities, known, id).find(({ kind }) => kind !== 'unsure')?.text,
    ];
  });
  return new Map(problems.filter((one): one is [string, string] => one[1] !== undefined));
}

/** Products on sale with an action that does not run as it is. */
export async function unfitProducts(db: Db, store: StoreId): Promise<{ id: string; name: string }[]> {
  const products = await productsWithActions(db, store);
  const problems = await problemsByProduct(db, store, products);
  return products.filter(({ id }) => problems.has(id)).map(({ id, name }) => ({ id, name }));
}
