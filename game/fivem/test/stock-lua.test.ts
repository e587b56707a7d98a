import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LuaFactory } from 'wasmoon';

/** The script in the Lua that everyone has, beside the one of the test city. If it is missing, these tests are not tried. */

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const stock = path('./stock.lua');
const resource = path('../vitrine');

function lua(...args: string[]): string[] | undefined {
  try {
    return execFileSync('lua5.4', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .slice(0, -1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

describe.skipIf(lua('-v') === undefined)('in stock Lua 5.4', () => {
  it('signs, writes command lines and checks arguments as in the test city', async () => {
    const found = lua(stock, resource) ?? [];
    const sha = (text: string): string => `sha256 | ${createHash('sha256').update(text).digest('hex')}`;
    expect(found.slice(0, 4)).toEqual(['', 'abc', 'a'.repeat(64), 'ção ☃'.repeat(40)].map(sha));
    expect(found[4]).toBe(`hmac | ${createHmac('sha256', 'k'.repeat(100)).update('abc').digest('hex')}`);
    expect(found.slice(5, 8)).toEqual([
      'line | dar 44 "1 superadmin"',
      'line | nil | Comando com caracteres inválidos',
      'line | nil | Comando com caracteres inválidos',
    ]);
    const answers = (kind: string) =>
      found.filter((text) => text.startsWith(`${kind} | `)).map((text) => text.split(' | ')[1]);
    expect(answers('city id')).toEqual(['7', 'nil', 'nil', '2147483647', 'nil', 'nil', 'nil', 'nil', 'nil']);
    const bad = 'invalid_args';
    expect(answers('amount')).toEqual(['ok', 'ok', bad, bad, bad, 'ok', bad, bad, bad]);
    expect(answers('item')).toEqual(['ok', bad, bad, bad]);

    const here: string[] = [];
    const engine = await new LuaFactory().createEngine({ injectObjects: false });
    try {
      engine.global.set('ROOT', resource);
      engine.global.set('WRITE', (text: string) => void here.push(text));
      engine.global.set('READ', (name: string) => readFileSync(name, 'utf8'));
      engine.doStringSync("loadfile = function(name) return load(READ(name), '@' .. name, 't') end");
      engine.doStringSync(readFileSync(stock, 'utf8'));
    } finally {
      engine.global.close();
    }
    expect(here).toEqual(found);
  });

  it('every Lua file of the script and of the test city compiles', () => {
    const folders = [resource, path('../../../standins/fxserver')];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.lua'))
        .map((name) => join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(40);
    lua('-e', "for _, file in ipairs(arg) do assert(loadfile(file, 't')) end", '-', ...files);
  });
});
