import type { Action } from '@vitrine/contract/actions';
import { type City, type CityProblem, cityProblems } from '@vitrine/contract/city-fit';
import type { VariableInput } from '@vitrine/contract/variables';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { listCities } from './queries.ts';

/** A script names this base until it has found its own. Until then it does not know what the city can do. */
const STARTING = 'starting';

/** What the store's game servers can do and which names they have, the first server first. */
export async function citiesOf(db: Db, store: StoreId): Promise<City[]> {
  return (await listCities(db, store)).map(({ id, name, game, framework, actions, lists }) => ({
    id,
    name,
    game,
    actions: framework === null || framework === STARTING ? null : (actions ?? []),
    lists: lists ?? {},
  }));
}

/** What the cities say against these actions, in the order of the actions. */
export const problemsOf = (
  actions: readonly Action[],
  cities: readonly City[],
  variables: readonly VariableInput[],
  product?: string,
): CityProblem[] => actions.flatMap((action) => cityProblems(action, cities, variables, product));
