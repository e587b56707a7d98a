import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importsOf } from '../check-imports.mjs';
import { missingFromLock, unlocked } from './check.mjs';
import { tooLong } from './check-lengths.mjs';
import { luaSyntax } from './check-lua.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-check-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('a source above the limit is named with its length; other files may be long', () => {
  write('short.ts', 'one\ntwo\n');
  write('long.ts', 'one\ntwo\nthree\n');
  write('long.js', 'one\ntwo\nthree\n');
  write('long.txt', 'one\ntwo\nthree\n');
  const found = tooLong(folder, ['short.ts', 'long.ts', 'long.js', 'long.txt'], 2);
  expect(found).toEqual([
    expect.stringMatching(/^long\.ts has 3 lines/),
    expect.stringMatching(/^long\.js has 3 lines/),
  ]);
});

test('a Lua file that does not compile is named with its line', async () => {
  write('good.lua', 'local answer <const> = 6 * 7\nreturn answer\n');
  write('bad.lua', 'local x = 1\nif x then\n');
  expect(await luaSyntax(folder, ['good.lua', 'bad.lua', 'README.md'])).toEqual([
    expect.stringMatching(/^bad\.lua:3: /),
  ]);
});

test('a lock file without a binary that it names is found before npm ci fails on another platform', () => {
  const complete = {
    packages: {
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0' } },
      'node_modules/tool-linux': {},
    },
  };
  expect(missingFromLock(complete)).toEqual([]);
  const { 'node_modules/tool': tool } = complete.packages;
  expect(missingFromLock({ packages: { 'node_modules/tool': tool } })).toEqual([
    'node_modules/tool names tool-linux, which is not in package-lock.json',
  ]);
});

test('a package that a workspace declares and the lock does not know is found before npm ci fails', () => {
  const lock = { packages: { '': { devDependencies: { tool: '1.0.0' } }, server: { dependencies: { web: '2.0.0' } } } };
  const manifests = (version: string, more = {}) =>
    new Map([
      ['', { devDependencies: { tool: '1.0.0' } }],
      ['server', { dependencies: { web: version, ...more } }],
    ]);
  expect(unlocked(lock, manifests('2.0.0'))).toEqual([]);
  expect(unlocked(lock, manifests('2.0.1', { 'left-pad': '1.3.0' }))).toEqual([
    'server/package.json names web 2.0.1, which is not in package-lock.json',
    'server/package.json names left-pad 1.3.0, which is not in package-lock.json',
  ]);
});

test('the launcher starts before any package is installed: it imports packages only when it needs them', () => {
  const launcher = join(import.meta.dirname, '..');
  const files = globSync('**/*.mjs', { cwd: launcher });
  expect(files).toContain('lib/install.mjs');
  const early = files.flatMap((file) => {
    const text = readFileSync(join(launcher, file), 'utf8').replace(/\bimport\(/g, '');
    return importsOf(text).flatMap(({ name }) => (/^(node:|\.)/.test(name) ? [] : [`${file}: ${name}`]));
  });
  expect(early).toEqual([]);
});
