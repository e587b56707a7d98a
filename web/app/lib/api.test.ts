import type { User } from '@vitrine/contract/account-answers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAppStore } from '../state/app-store.ts';
import { initialAuth } from '../state/auth-slice.ts';
import { ApiError, api, errorText, watchRefusals } from './api.ts';
import { call } from './call.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  useAppStore.setState({ auth: initialAuth, store: { currentStoreId: null, stores: [] } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetchMock.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  );

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

function abortedSignal(): AbortSignal {
  const controller = new AbortController();
  controller.abort();
  return controller.signal;
}

describe('api', () => {
  it('sends token, current store and JSON, and returns the answer’s data', async () => {
    useAppStore.setState({
      auth: { ...initialAuth, isLoggedIn: true, token: 'abc' },
      store: { currentStoreId: 'cidade-alta', stores: [] },
    });
    answer(200, { success: true, plans: [] });
    await expect(api('POST', '/plan', { body: { a: 1 }, idempotencyKey: 'k' })).resolves.toEqual({
      success: true,
      plans: [],
    });
    const [address, init] = fetchMock.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(address).toBe('/v1/plan');
    expect(init?.body).toBe('{"a":1}');
    expect(Object.fromEntries(headers)).toMatchObject({
      authorization: 'Bearer abc',
      'x-store': 'cidade-alta',
      'idempotency-key': 'k',
      'content-type': 'application/json',
    });
  });

  it('sends neither token nor store when there is none, and leaves a file’s type to the browser', async () => {
    answer(201, {});
    await api('POST', '/image', { body: new FormData() });
    const headers = new Headers(fetchMock.mock.calls[0]?.[1]?.headers);
    expect([...headers.keys()]).toEqual(['accept']);
  });

  it('reports a refusal with code, texts and waiting time', async () => {
    answer(422, { success: false, error: ['Nome curto', 'Email inválido.'], code: 'invalid' });
    const listed = await failure(api('POST', '/login/register'));
    expect(listed).toMatchObject({ status: 422, code: 'invalid', messages: ['Nome curto', 'Email inválido.'] });
    expect(errorText(listed, 'x')).toBe('Nome curto\nEmail inválido.');
    expect(errorText(listed, 'x', ', ')).toBe('Nome curto, Email inválido.');

    answer(429, { success: false, error: 'Muitas tentativas.', code: 'rate_limited' }, { 'retry-after': '7' });
    expect(await failure(api('POST', '/login'))).toMatchObject({ retryAfter: 7, messages: ['Muitas tentativas.'] });
  });

  it('repeats a call when another tab has renewed the token, and no other refused call', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    const user = { id: 'u1', name: 'Ana' } as User;
    useAppStore.getState().loginSucceeded('velho', user);
    const heard: string[] = [];
    const stop = watchRefusals(({ code }) => heard.push(code));
    const refused = { success: false, error: 'Entre de novo.', code: 'unauthenticated' };
    // The answer with the new token reaches the other tab a moment after this refusal.
    setTimeout(() => kept.set('token', 'novo'), 200);
    answer(401, refused);
    answer(200, { success: true });
    await expect(api('POST', '/store', { body: {} })).resolves.toEqual({ success: true });
    expect(new Headers(fetchMock.mock.calls[1]?.[1]?.headers).get('authorization')).toBe('Bearer novo');
    expect([heard, useAppStore.getState().auth.token]).toEqual([[], 'novo']);

    // Another person logged in in that tab.
    kept.set('token', 'de-outra-pessoa');
    kept.set('user', JSON.stringify({ id: 'u2', name: 'Bia' }));
    answer(401, refused);
    expect(await failure(api('GET', '/store'))).toMatchObject({ status: 401 });
    expect([heard, useAppStore.getState().auth.token]).toEqual([['unauthenticated'], 'novo']);
    stop();
  });

  it('turns any answer of a proxy into an error', async () => {
    answer(502, '<html>Bad gateway</html>');
    const error = await failure(api('GET', '/store'));
    expect(error).toMatchObject({ status: 502, code: 'http_502', messages: [] });
    expect(errorText(error, 'Erro ao carregar dados')).toBe('Erro ao carregar dados');
    answer(200, 'no json');
    expect(await failure(api('GET', '/store'))).toMatchObject({ status: 200, code: 'unreadable_answer' });
    answer(400, { error: { nested: true }, code: 5 });
    expect(await failure(api('GET', '/store'))).toMatchObject({ code: 'http_400', messages: [] });
  });

  it('tells a time-out, an abort and a lost network apart', async () => {
    const never: typeof fetch = (_address, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    fetchMock.mockImplementation(never);
    expect(await failure(api('GET', '/store', { timeoutMs: 5 }))).toMatchObject({ status: 0, code: 'timeout' });

    const controller = new AbortController();
    const call = failure(api('GET', '/store', { signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ status: 0, code: 'aborted' });

    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await failure(api('GET', '/store'))).toMatchObject({ status: 0, code: 'network' });
  });

  it('calls and gives up in a browser without AbortSignal.any and AbortSignal.timeout', async () => {
    vi.stubGlobal('AbortSignal', {});
    const { signal } = new AbortController();
    answer(200, { success: true });
    await expect(api('GET', '/store', { signal })).resolves.toEqual({ success: true });
    fetchMock.mockImplementation(async (_address, init) => {
      const cut = init?.signal;
      if (!cut?.aborted) await new Promise((ended) => cut?.addEventListener('abort', ended));
      throw new TypeError('AbortError');
    });
    expect(await failure(api('GET', '/store', { signal, timeoutMs: 5 }))).toMatchObject({ code: 'timeout' });
    expect(await failure(api('GET', '/store', { signal: abortedSignal() }))).toMatchObject({ code: 'aborted' });
  });

  it('adds once for two quick presses, and again for a press after the answer', async () => {
    const answers: ((answer: Response) => void)[] = [];
    fetchMock.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const write = (note: string) => call('POST /order/notes/create', { body: { id: 'pedido', note }, store: 'loja' });
    const both = Promise.all([write('Ligou'), write('Ligou')]);
    const other = write('Outra');
    expect(answers).toHaveLength(2);
    for (const answer of answers) answer(Response.json({ success: true, id: 'nota' }));
    const note = { success: true, id: 'nota' };
    expect(await both).toEqual([note, note]);
    await other;
    const again = write('Ligou');
    expect(answers).toHaveLength(3);
    answers[2]?.(Response.json(note));
    await again;
  });
});
