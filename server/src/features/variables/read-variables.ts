import type { CheckoutQuestion } from '@vitrine/contract/variables';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { listQuestions, variableValues } from './queries.ts';

/** What the store asks at checkout, in the order of creation. */
export async function questionsOf(db: Db, store: StoreId): Promise<CheckoutQuestion[]> {
  return await listQuestions(db, store);
}

/** The store's variables by name, for rendering actions: constants, and questions as they are without an answer. */
export async function variablesOf(db: Db, store: StoreId): Promise<Record<string, string>> {
  return await variableValues(db, store);
}
