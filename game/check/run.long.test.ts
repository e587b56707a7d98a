import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import type { Line } from './check.ts';
import { MAIN, type Machine, readmeMachine } from './test/readme-programs.ts';

/** The runner as people start it: a process of its own, a real client, a command that kills it. Some minutes. */

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('npm run game-check finds the programs of the page right', { timeout: 900_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-run-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  let machine: Machine | undefined;
  // What the owner's restart command asks.
  const helper = createServer(async (_, response) => {
    await machine?.kill();
    machine?.startServer();
    response.end();
  }).listen(0, '127.0.0.1');
  closing.push(() => helper.close());
  await once(helper, 'listening');
  const restart = `${process.execPath} -e "fetch('http://127.0.0.1:${(helper.address() as AddressInfo).port}').then((one) => one.text())"`;
  const json = join(folder, 'lines.json');
  const runner = spawn(process.execPath, [MAIN, '--token', 'vtr_teste', '--restart', restart, '--json', json], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.push(() => runner.kill());
  const said: string[] = [];
  const ended = once(runner, 'exit');
  for await (const line of createInterface({ input: runner.stdout })) {
    said.push(line);
    const [, address] = /address (\S+)/.exec(line) ?? [];
    if (!address) continue;
    machine = await readmeMachine({ VITRINE_ADDRESS: address, VITRINE_TOKEN: 'vtr_teste' });
    closing.push(machine.close);
    machine.startServer();
  }
  const lines: Line[] = JSON.parse(readFileSync(json, 'utf8'));
  expect(
    lines.filter(({ verdict }) => verdict === 'not held'),
    said.join('\n'),
  ).toEqual([]);
  expect(lines.filter(({ verdict }) => verdict === 'held').length).toBeGreaterThan(28);
  expect(await ended).toEqual([0, null]);
});
