import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { hashPassword } from '../password/password.ts';

/** Whether somebody who holds a list of addresses learns which of them have accounts, and how fast. */

const PASSWORD = 'Correto-Cavalo-7';
/** Known addresses: many, so that what is counted per address plays no part. */
const KNOWN = 240;
/** How far apart two samples may seem by chance alone is about 0.5 / sqrt(n); with the last batch that is under 0.02. */
const BATCH = 120;
const BATCHES = 8;
const SEPARATION = 0.55;
const AT_ONCE = 4;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const password_hash = await hashPassword(PASSWORD);
  await app.db
    .insertInto('account')
    .values(
      Array.from({ length: KNOWN }, (_, at) => ({
        id: newId(),
        name: 'Pessoa Conhecida',
        email: `conhecida-${at}@exemplo.com.br`,
        email_key: `conhecida-${at}@exemplo.com.br`,
        // Proven and not: each has its own way through a registration.
        email_verified_at: at % 2 === 0 ? sql<Date>`now()` : null,
        password_hash,
      })),
    )
    .execute();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle`.execute(app.db));

let calls = 0;
/** From a network of its own each time: the limits of one network are the next test's. */
async function timed(url: string, payload: object): Promise<{ ms: number; told: string }> {
  const at = calls++;
  const started = performance.now();
  const answer = await app.app.inject({
    method: 'POST',
    url,
    remoteAddress: `10.${(at >> 8) & 255}.${at & 255}.7`,
    payload,
  });
  const { requestId: _, ...body } = answer.json<Record<string, unknown>>();
  return { ms: performance.now() - started, told: `${answer.statusCode} ${JSON.stringify(body)}` };
}

/** The chance that a known one took longer than an unknown one, folded: 0.5 tells nothing, 1 tells all. */
function separation(known: number[], unknown: number[]): number {
  const all = [...known.map((ms) => ({ ms, known: true })), ...unknown.map((ms) => ({ ms, known: false }))];
  all.sort((one, two) => one.ms - two.ms);
  const ranks = all.reduce((sum, one, at) => (one.known ? sum + at + 1 : sum), 0);
  const auc = (ranks - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length);
  return Math.max(auc, 1 - auc);
}

test.each([
  ['login', '/v1/login', (email: string) => ({ email, password: 'Errada-Senha-1' })],
  ['registration', '/v1/login/register', (email: string) => ({ name: 'Quem Tenta', email, password: PASSWORD })],
  ['a forgotten password', '/v1/password/forgot', (email: string) => ({ email })],
] as const)(
  '%s tells known addresses from unknown ones neither by its answer nor by its time',
  async (name, url, make) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const told = new Set<string>();
    await timed(url, make('aquecer@exemplo.com.br'));
    let auc = 1;
    for (let batch = 0; batch < BATCHES; batch++) {
      await sql`truncate throttle, mail`.execute(app.db);
      const turns = Array.from({ length: 2 * BATCH }, (_, at) => at);
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let at = turns.shift(); at !== undefined; at = turns.shift()) {
            const kind = at % 2 === 0 ? 'known' : 'unknown';
            const n = (batch * BATCH + (at >> 1)) % KNOWN;
            const email = kind === 'known' ? `conhecida-${n}@exemplo.com.br` : `ninguem-${newId()}@exemplo.com.br`;
            const { ms, told: answer } = await timed(url, make(email));
            times[kind].push(ms);
            told.add(answer);
          }
        }),
      );
      auc = separation(times.known, times.unknown);
      // A difference stays however many are asked; chance goes.
      if (batch > 0 && auc <= SEPARATION) break;
    }
    console.info(`${name}: AUC of the times ${auc.toFixed(3)} over ${times.known.length} known and as many unknown`);
    expect([...told]).toHaveLength(1);
    expect(auc).toBeLessThanOrEqual(SEPARATION);
  },
  120_000,
);

test('registering and then logging in tries at most 30 addresses an hour from one address, 60 from one network', async () => {
  const tried = async (addressOf: (at: number) => string) => {
    let learned = 0;
    for (let at = 0; at < 80; at++) {
      const remoteAddress = addressOf(at);
      const email = `tentativa-${newId()}@exemplo.com.br`;
      const registered = await app.app.inject({
        method: 'POST',
        url: '/v1/login/register',
        remoteAddress,
        payload: { name: 'Lista', email, password: PASSWORD },
      });
      if (registered.statusCode === 429) break;
      const entered = await app.app.inject({
        method: 'POST',
        url: '/v1/login',
        remoteAddress,
        payload: { email, password: PASSWORD },
      });
      // Only a login that is answered tells whether the address was free.
      if (entered.statusCode === 200) learned++;
    }
    return learned;
  };
  const [address, network, sixth] = await Promise.all([
    tried(() => '192.0.2.7'),
    tried((at) => `203.0.113.${at % 4}`),
    tried((at) => `2001:db8:7:${at}::1`),
  ]);
  const figures = { 'one address': address, 'one network /24': network, 'one network /48': sixth };
  console.info('addresses tried in an hour by registering and logging in:', figures);
  expect(figures).toEqual({ 'one address': 30, 'one network /24': 60, 'one network /48': 60 });
}, 120_000);
