import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { hashPassword } from '../password/password.ts';

/** Somebody with a list of addresses must not learn which of them have accounts, or only very slowly. */

const PASSWORD = 'Correto-Cavalo-7';
/** Many known addresses, so that limits per address do not matter here. */
const KNOWN = 240;
/** By chance alone two samples may differ by about 0.5 / sqrt(n). With the last batch that is less than 0.02. */
const BATCH = 120;
const BATCHES = 8;
const SEPARATION = 0.55;
/** Fewer than would make the queue of passwords longer than the time that each answer takes at least. */
const AT_ONCE = 8;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const password_hash = await hashPassword(PASSWORD);
  await app.db
    .insertInto('account')
    .values(
      Array.from({ length: KNOWN }, (_, n) => ({
        id: newId(),
        name: 'Pessoa Conhecida',
        email: `conhecida-${n}@exemplo.com.br`,
        email_key: `conhecida-${n}@exemplo.com.br`,
        // Half of them proven: a registration treats proven and unproven addresses differently.
        email_verified_at: n % 2 === 0 ? sql<Date>`now()` : null,
        password_hash,
      })),
    )
    .execute();
});
afterAll(() => app.close());
beforeEach(() => sql`truncate throttle`.execute(app.db));

let calls = 0;
/** Each call comes from its own network, so that limits per network do not matter here; the next test tries them. */
async function timed(url: string, payload: object): Promise<{ ms: number; told: string }> {
  const call = calls++;
  const started = performance.now();
  const answer = await app.app.inject({
    method: 'POST',
    url,
    remoteAddress: `10.${(call >> 8) & 255}.${call & 255}.7`,
    payload,
  });
  const { requestId: _, ...body } = answer.json<Record<string, unknown>>();
  return { ms: performance.now() - started, told: `${answer.statusCode} ${JSON.stringify(body)}` };
}

/** How well times separate known from unknown addresses (AUC): 0.5 is not at all, 1 is completely. */
function separation(known: number[], unknown: number[]): number {
  const all = [...known.map((ms) => ({ ms, known: true })), ...unknown.map((ms) => ({ ms, known: false }))];
  all.sort((a, b) => a.ms - b.ms);
  const ranks = all.reduce((sum, sample, index) => (sample.known ? sum + index + 1 : sum), 0);
  const auc = (ranks - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length);
  return Math.max(auc, 1 - auc);
}

test.each([
  ['login', '/v1/login', (email: string) => ({ email, password: 'Errada-Senha-1' })],
  ['registration', '/v1/login/register', (email: string) => ({ name: 'Quem Tenta', email, password: PASSWORD })],
  ['a forgotten password', '/v1/password/forgot', (email: string) => ({ email })],
] as const)(
  '%s answers known and unknown addresses with the same text and in the same time',
  async (name, url, make) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    const told = new Set<string>();
    await timed(url, make('aquecer@exemplo.com.br'));
    let auc = 1;
    for (let batch = 0; batch < BATCHES; batch++) {
      await sql`truncate throttle, mail`.execute(app.db);
      const turns = Array.from({ length: 2 * BATCH }, (_, turn) => turn);
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
            const kind = turn % 2 === 0 ? 'known' : 'unknown';
            const n = (batch * BATCH + (turn >> 1)) % KNOWN;
            const email = kind === 'known' ? `conhecida-${n}@exemplo.com.br` : `ninguem-${newId()}@exemplo.com.br`;
            const { ms, told: answer } = await timed(url, make(email));
            times[kind].push(ms);
            told.add(answer);
          }
        }),
      );
      auc = separation(times.known, times.unknown);
      // A real difference stays with more samples; a chance one goes away.
      if (batch > 0 && auc <= SEPARATION) break;
    }
    console.info(`${name}: AUC of the times ${auc.toFixed(3)} over ${times.known.length} known and as many unknown`);
    expect([...told]).toHaveLength(1);
    expect(auc).toBeLessThanOrEqual(SEPARATION);
  },
  120_000,
);

test('whoever registers and logs in can try at most 30 addresses an hour from one address, 60 from one network', async () => {
  const tried = async (addressOf: (n: number) => string) => {
    let learned = 0;
    for (let n = 0; n < 80; n++) {
      const remoteAddress = addressOf(n);
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
      // Only a login that works says that the address was free.
      if (entered.statusCode === 200) learned++;
    }
    return learned;
  };
  const [address, network, sixth] = await Promise.all([
    tried(() => '192.0.2.7'),
    tried((n) => `203.0.113.${n % 4}`),
    tried((n) => `2001:db8:7:${n}::1`),
  ]);
  const figures = { 'one address': address, 'one network /24': network, 'one network /48': sixth };
  console.info('addresses tried in an hour by registering and logging in:', figures);
  expect(figures).toEqual({ 'one address': 30, 'one network /24': 60, 'one network /48': 60 });
}, 120_000);
