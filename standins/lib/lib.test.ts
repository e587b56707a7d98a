import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { createFaults, installFaults } from './faults.ts';
import { escapeHtml, html } from './html.ts';
import { createJournal, installJournal } from './journal.ts';
import { createApp, parseForm, type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let effects: number;
const journal = createJournal();
const faults = createFaults(['stale-read']);

beforeEach(async () => {
  effects = 0;
  journal.clear();
  faults.clear();
  const app = createApp();
  installJournal(app, journal, createClock());
  installFaults(app, faults);
  app.post('/things', async () => {
    effects += 1;
    return { id: 1, text: 'x'.repeat(200) };
  });
  app.get('/things', async (request) => ({ stale: request.fault?.kind === 'stale-read' }));
  server = await startServer(app);
});
afterEach(() => server.close());

const post = (body: unknown = {}) =>
  fetch(`${server.url}/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer abcdefghijklmnop' },
    body: JSON.stringify(body),
  });

describe('faults', () => {
  it('hit only matching requests, as often as asked', async () => {
    faults.add({ kind: 'status', status: 429, retryAfter: 7, times: 2, match: { method: 'post', path: '/things' } });
    expect((await fetch(`${server.url}/things`)).status).toBe(200);
    const first = await post();
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await post()).status).toBe(429);
    expect((await post()).status).toBe(200);
    expect(effects).toBe(1);
  });

  it.each([
    ['reset-before', 0],
    ['reset-after', 1],
  ])('%s breaks the connection after %i effects', async (kind, expected) => {
    faults.add({ kind });
    await expect(post()).rejects.toThrow();
    expect(effects).toBe(expected);
    expect(journal.list()).toMatchObject([{ method: 'POST', path: '/things' }]);
    expect(journal.list()[0]?.status).toBeUndefined();
  });

  it('spoil answers after the effect: malformed, truncate, empty, slow-body', async () => {
    faults.add({ kind: 'malformed' });
    await expect((await post()).json()).rejects.toThrow(SyntaxError);
    faults.add({ kind: 'truncate' });
    await expect(post().then((answer) => answer.text())).rejects.toThrow();
    faults.add({ kind: 'empty' });
    expect(await (await post()).text()).toBe('');
    faults.add({ kind: 'slow-body', ms: 30 });
    expect(await (await post()).json()).toMatchObject({ id: 1 });
    expect(effects).toBe(4);
  });

  it('hang until the caller gives up, and html answers like a gateway', async () => {
    faults.add({ kind: 'hang' });
    await expect(fetch(`${server.url}/things`, { signal: AbortSignal.timeout(80) })).rejects.toThrow();
    faults.add({ kind: 'html' });
    const answer = await post();
    expect([answer.status, answer.headers.get('content-type')?.startsWith('text/html')]).toEqual([502, true]);
    expect(effects).toBe(0);
  });

  it('are added over HTTP, pass own kinds to the handler and refuse wrong input', async () => {
    const add = (fault: unknown) =>
      fetch(`${server.url}/__control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
    expect((await add({ kind: 'stale-read' })).status).toBe(201);
    expect(await (await fetch(`${server.url}/things`)).json()).toEqual({ stale: true });
    expect((await add({ kind: 'reset', when: 'after' })).status).toBe(201);
    expect((await add({ kind: 'no-such-kind' })).status).toBe(400);
    expect((await add({ kind: 'delay', times: 0 })).status).toBe(400);
    expect(faults.list().map((fault) => fault.kind)).toEqual(['reset-after']);
  });
});

describe('journal and server', () => {
  it('masks secrets in headers, query and body', async () => {
    await post({ client_secret: 'super-secret-value-1234', inner: [{ access_token: 'short' }], kept: 'yes' });
    await fetch(`${server.url}/things?access_token=abcdefghijklmnop`);
    const [first, second] = journal.list();
    expect(first).toMatchObject({
      status: 200,
      headers: { authorization: '…mnop' },
      body: { client_secret: '…1234', inner: [{ access_token: '…' }], kept: 'yes' },
    });
    expect(second?.query).toEqual({ access_token: '…mnop' });
  });

  it('let no foreign page use the controls', async () => {
    const foreign = await fetch(`${server.url}/__control/requests`, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect((await fetch(`${server.url}/__control/requests`)).status).toBe(200);
  });

  it('reads forms and escapes markup', () => {
    expect(parseForm('a=1&b=x+y&b=%26')).toEqual({ a: '1', b: ['x y', '&'] });
    expect(escapeHtml(`<a href="'">&`)).toBe('&lt;a href=&quot;&#39;&quot;&gt;&amp;');
    expect(html`<p>${'<b>'}${[html`<i>${1}</i>`, null]}</p>`.markup).toBe('<p>&lt;b&gt;<i>1</i></p>');
  });
});

describe('clock', () => {
  it('moves, tells its listeners and goes back', () => {
    const clock = createClock();
    let told = 0;
    clock.onJump(() => {
      told += 1;
    });
    clock.advance(60_000);
    expect(clock.now() - Date.now()).toBeGreaterThan(59_000);
    clock.reset();
    const before = Date.now();
    const now = clock.now();
    expect([now >= before, now <= Date.now()]).toEqual([true, true]);
    expect(told).toBe(2);
  });
});
