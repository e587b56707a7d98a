import type { CheckoutQuestion, VariableInput } from '@vitrine/contract/variables';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { listDefinitions, listQuestions, questionsColumn } from './queries.ts';

/** What the store asks at checkout, in the order of creation. */
export async function questionsOf(db: Db, store: StoreId): Promise<CheckoutQuestion[]> {
  return await listQuestions(db, store);
}

/** The same, as a column of another read. */
export const questionsIn = (store: StoreId): RawBuilder<CheckoutQuestion[]> => questionsColumn(store);

/** The store's variables, for checking and rendering actions. */
export async function variablesOf(db: Db, store: StoreId): Promise<VariableInput[]> {
  return await listDefinitions(db, store);
}
