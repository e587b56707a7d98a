import type { Answer, CallName, Calls, Sent } from '@vitrine/contract/calls/table';
import { type ApiOptions, api } from './api.ts';

type Part<Name extends CallName, Which extends 'body' | 'params' | 'query'> =
  Calls[Name] extends Record<Which, unknown> ? Record<Which, Sent<Name, Which>> : object;

/** The input of a call: the parts that its row in the table of calls names, and the options of the request. */
export type Input<Name extends CallName> = Omit<ApiOptions, 'body'> &
  Part<Name, 'body'> &
  Part<Name, 'params'> &
  Part<Name, 'query'>;

/**
 * Makes a call of the table and returns its answer. Only types come from the table, so the page's scripts hold no
 * schema.
 * Throws an `ApiError` for everything that is no success.
 */
export async function call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  const { body, params, query, ...options } = input as ApiOptions & {
    params?: Record<string, string>;
    query?: Record<string, string>;
  };
  const [method = '', pattern = ''] = name.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_whole, part: string) => encodeURIComponent(params?.[part] ?? ''));
  const asked = query ? `?${new URLSearchParams(query)}` : '';
  return await api<Answer<Name>>(method, `${path}${asked}` as `/${string}`, { ...options, body });
}
