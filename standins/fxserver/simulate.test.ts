import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Simulation, startSimulation } from './simulate.ts';

let dir: string;
let simulation: Simulation | undefined;
let child: ChildProcess | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vitrine-sim-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  child = undefined;
  await simulation?.close();
  simulation = undefined;
  rmSync(dir, { recursive: true, force: true });
});

interface Answer {
  [key: string]: unknown;
  joined?: boolean;
  lines?: string[];
}
interface State {
  alive: boolean;
  resource: string;
  citizens: Array<{ id: number }>;
}
const state = async (url: string): Promise<State> => {
  const found: State = JSON.parse(await (await fetch(`${url}/__control/state`)).text());
  return found;
};
const post = async (url: string, action: string, body: unknown = {}) => {
  const answer = await fetch(`${url}/__control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const found: Answer = JSON.parse(await answer.text());
  return { status: answer.status, body: found };
};
const citizen = async (url: string, id: number) => (await state(url)).citizens.find((c) => c.id === id);

test('people enter and leave, the page shows it, the console answers', async () => {
  simulation = await startSimulation({ dataDir: dir, wander: false });
  const { url } = simulation;
  expect((await post(url, 'join', { id: 3 })).body.joined).toBe(true);
  expect(await citizen(url, 3)).toMatchObject({ online: true, bank: 5000, stage: 'na cidade' });
  const page = await (await fetch(url)).text();
  expect(page).toContain('aria-label="Sair: ');
  expect(page).toContain('<strong>não instalado</strong> · 1 na cidade');
  await post(url, 'leave', { id: 3 });
  expect(await citizen(url, 3)).toMatchObject({ online: false });
  expect((await post(url, 'console', { line: 'nada' })).body.lines).toContain('[cmd] No such command nada.');
  expect((await post(url, 'join', { id: 99 })).status).toBe(400);
  await post(url, 'kill');
  expect((await post(url, 'join', { id: 3 })).status).toBe(400);
  await post(url, 'restart');
  expect((await state(url)).alive).toBe(true);
});

test('a resource is installed from its zip and runs again after a restart of the server, and a path that leaves the folder is refused', async () => {
  simulation = await startSimulation({ dataDir: dir, wander: false, resource: 'ola' });
  const { url, city } = simulation;
  const install = (files: Record<string, string>) =>
    fetch(`${url}/__control/install`, {
      method: 'POST',
      headers: { 'content-type': 'application/zip' },
      body: new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, strToU8(v)])))),
    });
  expect((await install({ '../fora.lua': 'x' })).status).toBe(400);
  expect((await install({ 'fxmanifest.lua': 'x' })).status).toBe(400);
  const good = await install({
    'ola/fxmanifest.lua': "fx_version 'cerulean'\nserver_script 'a.lua'\n",
    'ola/a.lua': "print('token ' .. GetConvar('vitrine_token', 'nenhum'))",
  });
  expect(await good.json()).toEqual({ resources: ['ola'], states: ['started'] });
  await post(url, 'configure', { token: 'vtr_abc', url: 'http://127.0.0.1:1' });
  expect(city.consoleLines).toContain('[script:ola] token vtr_abc');
  city.consoleLines.splice(0);
  await post(url, 'kill');
  await post(url, 'restart');
  expect(city.consoleLines).toContain('[script:ola] token vtr_abc');
  expect(await state(url)).toMatchObject({ alive: true, resource: 'started' });
  expect(city.scriptErrors).toEqual([]);
});

test('only this machine’s own pages may use the controls', async () => {
  simulation = await startSimulation({ dataDir: dir, wander: false });
  const answer = await fetch(`${simulation.url}/__control/kill`, {
    method: 'POST',
    headers: { origin: 'http://mau.example' },
  });
  expect(answer.status).toBe(403);
  expect(simulation.city.alive).toBe(true);
});

test('as a separate process it can be killed for real, and starts again with its disk', async () => {
  const start = async (): Promise<string> => {
    const script = new URL('./main.ts', import.meta.url).pathname;
    child = spawn(process.execPath, [script, '--data', dir, '--framework', 'creative3', '--still'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!child.stdout) throw new Error('no output');
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return JSON.parse(String(line)).url;
  };
  const first = await start();
  await post(first, 'join', { id: 2 });
  const gone = child && once(child, 'exit');
  child?.kill('SIGKILL');
  await gone;
  const second = await start();
  expect(await citizen(second, 2)).toMatchObject({ online: false, bank: 5000 });
});
