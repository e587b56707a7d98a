import type { CheckoutQuestion } from '@vitrine/contract/variables';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { constantValues, listQuestions } from './queries.ts';

/** What the store asks at checkout, in the order of creation. */
export async function questionsOf(db: Db, store: StoreId): Promise<CheckoutQuestion[]> {
  return await listQuestions(db, store);
}

/** The store's constants by name, for rendering actions. */
export async function constantsOf(db: Db, store: StoreId): Promise<Record<string, string>> {
  return await constantValues(db, store);
}
