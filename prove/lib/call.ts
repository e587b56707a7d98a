import { API, pathOf } from '@vitrine/contract/calls/address';
import type { Answer as AnswerOf, CallName } from '@vitrine/contract/calls/table';
import type { Answer, Ask } from './http.ts';

/** What a probe sends with a call of the table: anything as its body, because hostile bodies are tried too. */
export interface CallAsk extends Partial<Omit<Ask, 'path' | 'method'>> {
  params?: Record<string, string>;
}

/** An answer whose JSON has the form of the table, if it is a success. */
export interface CallAnswer<Of extends CallName> extends Answer {
  json<T = AnswerOf<Of>>(): T;
}

/** The request of a call of the table. */
export function requestOf(name: CallName, { params, ...what }: CallAsk): Omit<Ask, 'port'> {
  return { ...what, method: name.slice(0, name.indexOf(' ')), path: `${API}${pathOf(name, params)}` };
}
