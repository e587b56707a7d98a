import type { Answer, CallName, Calls, Sent } from '@vitrine/contract/calls/table';
import { type ApiOptions, api } from './api.ts';

type Part<Name extends CallName, Which extends 'body' | 'params' | 'query'> =
  Calls[Name] extends Record<Which, unknown> ? Record<Which, Sent<Name, Which>> : object;

/** What a call takes: the parts that its row of the table names, and how it is made. */
export type Input<Name extends CallName> = Omit<ApiOptions, 'body'> &
  Part<Name, 'body'> &
  Part<Name, 'params'> &
  Part<Name, 'query'>;

/**
 * Makes a call of the table and returns its answer. The types are all that comes from the table: no schema is in the
 * page's scripts. Throws an `ApiError` for everything but a success.
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
