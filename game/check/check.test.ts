import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { table } from './report.ts';
import { rules } from './rules.ts';
import { brokenOf, runCheck } from './run.ts';
import { playClient } from './test/played-client.ts';
import { LateTaker, TwoPolls } from './test/two-polls.ts';
import { wrongClients } from './test/wrong-clients.ts';

/** The runner against the client of the kit, and against clients with one mistake each. */

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function look(Client?: Parameters<typeof playClient>[0]) {
  const played = playClient(Client);
  closing.push(played.close);
  const { desk, time, restart, world } = played;
  const lines = await time.drive(runCheck(desk, time, { restart, long: true, command: 'say oi' }));
  return { lines, world };
}

it('finds the client of the kit right, and tries every rule that it can', async () => {
  const { lines, world } = await look();
  expect(brokenOf(lines), table(lines)).toEqual([]);
  const untried = lines.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule);
  // The client of the kit tells no lists, and asks for work with one request at a time.
  expect(untried, table(lines)).toEqual(['lists', 'two-answers']);
  expect(world.effects).toBeGreaterThan(20);
});

it.each(wrongClients)('finds the broken rules of a client that $mistake', async ({ Client, rules: expected }) => {
  const { lines } = await look(Client as never);
  expect(brokenOf(lines).sort(), table(lines)).toEqual([...expected].sort());
});

it.each([
  { mistake: 'asks with two requests and takes each delivery in one step', Client: TwoPolls, verdict: 'held' },
  { mistake: 'looks first and takes later', Client: LateTaker, verdict: 'not held' },
])('sees of a client that $mistake: $verdict', async ({ Client, verdict }) => {
  const { desk, time, close } = playClient(Client);
  closing.push(close);
  const lines = await time.drive(runCheck(desk, time, {}, { only: ['two-answers'] }));
  expect(lines.find(({ rule }) => rule === 'two-answers')?.verdict, table(lines)).toBe(verdict);
});

it('finds no rule held by a client that never comes', async () => {
  const { desk, time, close } = playClient(
    class {
      async run() {}
    } as never,
  );
  closing.push(close);
  const lines = await time.drive(runCheck(desk, time, {}));
  expect(brokenOf(lines)).toEqual(['hello']);
  expect(lines.some(({ verdict }) => verdict === 'held')).toBe(false);
});

it('names sections that the page of the protocol has', () => {
  const page = readFileSync(new URL('../../docs/game-server-protocol.md', import.meta.url), 'utf8');
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  for (const { section } of Object.values(rules)) expect(headings).toContain(section);
});
