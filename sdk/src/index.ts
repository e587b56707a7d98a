import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../build/api.d.ts';

export interface Settings {
  /** The address of the platform, for example `https://vitrine.exemplo.com.br`. */
  address: string;
  /** The token that a login answered, for calls of people who work in a store. */
  token?: string;
  /** The subdomain of the store, for calls that name none. */
  store?: string;
}

/** A client that knows every call of the API with its types: `client.POST('/v1/order', { body })`. */
export function createVitrine({ address, token, store }: Settings): Client<paths> {
  return createClient<paths>({
    baseUrl: address,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(store && { 'x-store': store }) },
  });
}

type Failure = components['schemas']['Failure'];

/** The server said no. Decide by `code`, which never changes; `message` is a pt-BR text for people. */
export class Refused extends Error {
  readonly status: number;
  readonly code: Failure['code'] | undefined;
  readonly field: string | undefined;

  constructor(status: number, failure: Partial<Failure> | undefined) {
    super([failure?.error ?? `HTTP ${status}`].flat().join(' '));
    this.name = 'Refused';
    this.status = status;
    this.code = failure?.code;
    this.field = failure?.field;
  }
}

/** The data of a call that was made. Throws `Refused` if the server said no. */
export async function answer<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined || data === null) {
    throw new Refused(response.status, typeof error === 'object' && error !== null ? error : undefined);
  }
  return data;
}
