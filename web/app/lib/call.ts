import { pathOf } from '@vitrine/contract/calls/address';
import type { Answer, Calls, FileCallName, JsonCallName, Sent } from '@vitrine/contract/calls/table';
import { type ApiOptions, api, apiBlob } from './api.ts';

type Name = JsonCallName | FileCallName;
type Part<Of extends Name, Which extends 'body' | 'params' | 'query'> =
  Calls[Of] extends Record<Which, unknown> ? Record<Which, Sent<Of, Which>> : object;
/** The body of a call with a file is the browser's own form. */
type Form<Of extends Name> = Calls[Of] extends { upload: string } ? { body: FormData } : object;

/** The input of a call: the parts that its row in the table of calls names, and the options of the request. */
export type Input<Of extends Name> = Omit<ApiOptions, 'body'> &
  Part<Of, 'body'> &
  Part<Of, 'params'> &
  Part<Of, 'query'> &
  Form<Of>;

/** Calls that add something each time they are made. */
const adds = /\/(create|invite|extend)$/;
/** Such calls that still wait for their answer. A quick second press makes the same call, so it gets the first call's answer. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Makes a call of the table and returns its answer. Only types come from the table, so the page's scripts hold no
 * schema.
 * Throws an `ApiError` if the call does not succeed.
 */
export async function call<Of extends JsonCallName>(name: Of, input: Input<Of>): Promise<Answer<Of>> {
  const request = requestOf(name, input);
  if (!adds.test(name)) return await api<Answer<Of>>(...request);
  const same = JSON.stringify(request);
  const first = underWay.get(same) as Promise<Answer<Of>> | undefined;
  const answer = first ?? api<Answer<Of>>(...request).finally(() => underWay.delete(same));
  underWay.set(same, answer);
  return await answer;
}

/** The same for calls that answer a file. */
export async function callFile<Of extends FileCallName>(name: Of, input: Input<Of>): Promise<Blob> {
  return await apiBlob(...requestOf(name, input));
}

function requestOf(name: Name, input: object): [method: string, path: `/${string}`, options: ApiOptions] {
  const { params, query, ...options } = input as ApiOptions & {
    params?: Record<string, string>;
    query?: Record<string, string>;
  };
  const path = `${pathOf(name, params)}${query ? `?${new URLSearchParams(query)}` : ''}` as const;
  return [name.slice(0, name.indexOf(' ')), path, options];
}
