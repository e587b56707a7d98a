import type { Failure } from '@vitrine/contract/errors';
import { shopLimits } from '@vitrine/contract/shop-limits';
import { appState } from '../state/app-state.ts';
import { storedTokenOf } from '../state/session-storage.ts';

/** Longest wait for an answer: SPEC.md's 10 s of the Discord login, for every call. */
const API_TIMEOUT_MS = shopLimits.discordLoginTimeoutMs;

/** A call whose token was replaced waits at most this long, in ms, for the new token. */
const RENEWED_MS = 1500;

/**
 * A call that did not succeed. `status` 0 means that no answer came: `code` is then 'timeout', 'network' or 'aborted'.
 * `messages` holds the server's pt-BR texts (empty when it sent none), `field` the part of the form that they belong to,
 * `retryAfter` the seconds of a 429 or 503.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  declare readonly status: number;
  declare readonly code: string;
  declare readonly messages: string[];
  /** The form field that the refusal belongs to, if the server names one: `coupon`, `variables.cor`. */
  declare readonly field: string | undefined;
  declare readonly retryAfter: number | undefined;
  /** The proof of work to solve before the call is repeated; comes with `proof_required`. */
  declare readonly challenge: Failure['challenge'];
  /** The buyer's own unpaid order; comes with `order_pending`. */
  declare readonly reference: string | undefined;
  /** The save that came between; comes with `changed_meanwhile`. */
  declare readonly change: Failure['change'];

  constructor(failure: {
    status: number;
    code: string;
    messages?: string[];
    field?: string;
    retryAfter?: number;
    challenge?: Failure['challenge'];
    reference?: string | undefined;
    change?: Failure['change'];
  }) {
    super(failure.messages?.join('\n') || failure.code);
    Object.assign(this, { messages: [] }, failure);
  }
}

export interface ApiOptions {
  /** Sent as JSON; a FormData goes as multipart. */
  body?: unknown;
  signal?: AbortSignal;
  /** The store of the call, sent as `X-Store`; by default the current one. */
  store?: string | null;
  /** A repeated call with the same key is the same call (order creation). */
  idempotencyKey?: string;
  timeoutMs?: number;
  /** The type of the answer, if it is not JSON. */
  accept?: string;
}

/**
 * Calls `/v1{path}` with the bearer token and the current store, and returns the answer's JSON as `Answer`.
 * Statuses 200 to 299 are success. Everything else throws an `ApiError`. A refusal is repeated once after the page remedied it
 * (`remedyRefusal`), or when this tab or another one has renewed the token meanwhile.
 */
export async function api<Answer>(method: string, path: `/${string}`, options: ApiOptions = {}): Promise<Answer> {
  const response = await request(method, path, options);
  return (await parseBody(response)) as Answer;
}

/** The same call for answers that are files (the FiveM script, receipts). */
export async function apiBlob(method: string, path: `/${string}`, options: ApiOptions = {}): Promise<Blob> {
  const response = await request(method, path, options);
  return response.blob();
}

/** The same call for an answer that stays open (an event stream). `timeoutMs` is the longest time that it may stay open. */
export const apiStream = (path: `/${string}`, options: ApiOptions): Promise<Response> => request('GET', path, options);

type RefusalListener = (refusal: ApiError) => void;
const refusalListeners = new Set<RefusalListener>();

/** Calls the listener for every refused call of the page. Returns a function that stops it. */
export function watchRefusals(listener: RefusalListener): () => void {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
}

type Remedy = (refusal: ApiError) => Promise<boolean>;
const remedies = new Map<string, Remedy>();

/**
 * Sets the function that remedies refusals of this code, by a question to the person. It resolves to whether the call may be
 * repeated. Returns a function that removes it.
 */
export function remedyRefusal(code: string, remedy: Remedy): () => void {
  remedies.set(code, remedy);
  return () => void remedies.delete(code);
}

async function request(method: string, path: string, options: ApiOptions): Promise<Response> {
  try {
    return await requestOnce(method, path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || !(await remedies.get(error.code)?.(error))) throw error;
    return await requestOnce(method, path, options);
  }
}

async function requestOnce(method: string, path: string, options: ApiOptions): Promise<Response> {
  const { token } = appState.getState().auth;
  try {
    return await send(method, path, options).catch(async (error: unknown) => {
      // The server refused, so nothing was done: repeating the call cannot do it twice.
      const unknown = error instanceof ApiError && error.status === 401 && error.code === 'unauthenticated';
      if (unknown && (await isRenewed(token))) return await send(method, path, options);
      throw error;
    });
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) for (const listener of refusalListeners) listener(error);
    throw error;
  }
}

/** Whether the session has a newer token than `former`. Takes one that another tab renewed from local storage. */
async function isRenewed(former: string | false): Promise<boolean> {
  const until = Date.now() + RENEWED_MS;
  for (;;) {
    const { auth, tokenRenewed } = appState.getState();
    if (auth.token === false || auth.user === null || former === false) return false;
    if (auth.token !== former) return true;
    const stored = storedTokenOf(auth.user);
    if (stored === null) return false;
    if (stored !== former) tokenRenewed(stored);
    else if (Date.now() > until) return false;
    else await new Promise((done) => setTimeout(done, 50));
  }
}

async function send(method: string, path: string, options: ApiOptions): Promise<Response> {
  // Both reasons to stop are joined by hand: an iPhone before iOS 17.4 has no `AbortSignal.any`, an old Android no `AbortSignal.timeout`.
  const cut = new AbortController();
  const end = () => cut.abort();
  setTimeout(end, options.timeoutMs ?? API_TIMEOUT_MS);
  options.signal?.addEventListener('abort', end);
  if (options.signal?.aborted) end();
  let response: Response;
  try {
    // `API` of the contract, written out: its module would be one more file for the shop's scripts.
    response = await fetch(`/v1${path}`, {
      method,
      headers: headersFor(options),
      body: bodyFor(options.body),
      signal: cut.signal,
    });
  } catch {
    const code = options.signal?.aborted ? 'aborted' : cut.signal.aborted ? 'timeout' : 'network';
    throw new ApiError({ status: 0, code });
  }
  if (response.ok) return response;
  throw await failureOf(response);
}

function headersFor({ body, store, idempotencyKey, accept = 'application/json' }: ApiOptions): Headers {
  const { auth, store: stores } = appState.getState();
  const current = store === undefined ? stores.currentStoreId : store;
  const headers = new Headers({ accept });
  if (auth.token !== false) headers.set('authorization', `Bearer ${auth.token}`);
  if (current) headers.set('x-store', current);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  return headers;
}

function bodyFor(body: unknown): BodyInit | undefined {
  if (body === undefined || body instanceof FormData) return body;
  return JSON.stringify(body);
}

async function parseBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch {
    throw new ApiError({ status: response.status, code: 'unreadable_answer' });
  }
}

/** Reads `{ error: text | texts, code, field }`; a proxy's HTML page or an empty body still becomes a usable error. */
async function failureOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { error, code, field, challenge, reference, change } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as {
    error?: unknown;
    code?: unknown;
    field?: unknown;
    challenge?: Failure['challenge'];
    reference?: string;
    change?: Failure['change'];
  };
  const texts = (Array.isArray(error) ? error : [error]).filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    code: typeof code === 'string' ? code : `http_${response.status}`,
    messages: texts,
    ...(typeof field === 'string' && { field }),
    challenge,
    reference,
    change,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/**
 * The text to show for a failure: the server's own, else `fallback` (SPEC.md section 8 gives one for every call).
 * `separator` joins an array of texts: newline at registration, ', ' at store creation.
 */
export function errorText(error: unknown, fallback: string, separator = '\n'): string {
  if (error instanceof ApiError && error.messages.length > 0) return error.messages.join(separator);
  return fallback;
}
