import type { Page, Request, Route } from '@playwright/test';
import { API, pathOf } from '@vitrine/contract/calls/address';
import type { Answer, CallName, Calls, JsonCallName, Sent } from '@vitrine/contract/calls/table';
import { findWorld } from './world.ts';

type Part<Of extends CallName, Which extends 'body' | 'params' | 'query'> =
  Calls[Of] extends Record<Which, unknown> ? Record<Which, Sent<Of, Which>> : object;
type Input<Of extends CallName> = Part<Of, 'body'> &
  Part<Of, 'params'> &
  Part<Of, 'query'> & {
    /** Of the session that makes the call. */
    token?: string;
    /** The subdomain for calls that read the store from a header. */
    store?: string;
    /** The browser that the call says it comes from. */
    userAgent?: string;
  };

/** Makes a call of the table without a browser and returns its answer. Throws with the answer when it is refused. */
export async function call<Of extends JsonCallName>(name: Of, input: Input<Of>): Promise<Answer<Of>> {
  const response = await send(name, input);
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer<Of>;
}

/** The order of an answer, given at once because one person was enough. Throws if the order waits for a second person. */
export function givenOrder(answer: Answer<'POST /order/manual'>) {
  if (answer.result !== 'done') throw new Error('The manual order waits for another person.');
  return answer.order;
}

/** The same for a story that expects a refusal: returns the status, and the code if there is one. */
export async function outcomeOf<Of extends CallName>(
  name: Of,
  input: Input<Of>,
): Promise<{ status: number; code?: string }> {
  const response = await send(name, input);
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  return { status: response.status, code };
}

async function send(name: CallName, input: object): Promise<Response> {
  const { address } = await findWorld();
  const { body, params, query, token, store, userAgent } = input as {
    body?: object;
    params?: Record<string, string>;
    query?: Record<string, string>;
    token?: string;
    store?: string;
    userAgent?: string;
  };
  const asked = query ? `?${new URLSearchParams(query)}` : '';
  return await fetch(`${address}${API}${pathOf(name, params)}${asked}`, {
    method: methodOf(name),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(store && { 'x-store': store }),
      ...(userAgent && { 'user-agent': userAgent }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
}

const methodOf = (name: CallName) => name.slice(0, name.indexOf(' '));

/** Whether a browser's request makes this call: its method and address, with or without the last slash. */
export const isCall = (request: Request, name: CallName): boolean =>
  request.method() === methodOf(name) && addressesOf(name).test(new URL(request.url()).pathname);

function addressesOf(name: CallName): RegExp {
  const path = name.slice(name.indexOf('/')).replace(/:\w+/g, '[^/]+').replace(/\/$/, '');
  return new RegExp(`^${API}${path}/?$`);
}

/** The page's next answer to this call. `meant` chooses among its requests. */
export const answerOf = (page: Page, name: CallName, meant: (request: Request) => boolean = () => true) =>
  page.waitForResponse((answer) => isCall(answer.request(), name) && meant(answer.request()));

/** Gives the page's requests of this call to `handler`, until `end` is called. Other calls go on to the server. */
export async function route(
  page: Page,
  name: CallName,
  handler: (route: Route) => unknown,
): Promise<{ end(): Promise<void> }> {
  const at = ({ pathname }: URL) => addressesOf(name).test(pathname);
  const handle = (one: Route) => (isCall(one.request(), name) ? handler(one) : one.fallback());
  await page.route(at, handle);
  return { end: () => page.unroute(at, handle) };
}

type WithoutStore<Body> = Body extends unknown ? Omit<Body, 'subdomain'> : never;
/** The body of a call without the store, which `askAs` adds. */
export type BodyOf<Of extends CallName> = WithoutStore<Sent<Of, 'body'>>;
/** A call of the table as one person for one store. */
export type Ask = <Of extends JsonCallName>(
  name: Of,
  ...body: Calls[Of] extends { body: unknown } ? [body: BodyOf<Of>] : []
) => Promise<Answer<Of>>;

/** Calls of the person with this token, for the store with this subdomain. */
export const askAs = (token: string, subdomain: string): Ask =>
  ((name: JsonCallName, body?: object) =>
    call(name, { ...(body && { body: { subdomain, ...body } }), token, store: subdomain } as never)) as Ask;

/** The status of an order, as its buyer sees it. */
export const statusOf = async (reference: string) =>
  (await call('GET /order/:external_reference', { params: { external_reference: reference } })).response.status;
