import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type MtaServer, scriptsOf, startMta } from './server.ts';
import type { Answer } from './world.ts';

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const open: MtaServer[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(
  code: string,
  play: () => Answer | undefined = () => undefined,
  folder?: string,
  rights?: string[],
) {
  const machine = folder ?? mkdtempSync(join(tmpdir(), 'vitrine-standin-mta-'));
  if (!folder) folders.push(machine);
  const resourceDir = join(machine, 'resource');
  mkdirSync(resourceDir, { recursive: true });
  writeFileSync(join(resourceDir, 'meta.xml'), '<meta><script src="own.lua" type="server" /></meta>');
  writeFileSync(join(resourceDir, 'own.lua'), code);
  const server = await startMta({
    folder: machine,
    resourceDir,
    play,
    accounts: [{ name: 'Ana', money: 5 }],
    ...(rights && { rights }),
  });
  open.push(server);
  return { server, machine };
}

describe('every function', () => {
  it('names the published code whose behaviour it has', () => {
    const folder = new URL('./functions/', import.meta.url);
    for (const file of readdirSync(folder)) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      if (!/: (Functions|Exports) = \{/.test(text)) continue;
      expect(text, file).toMatch(/multitheftauto\/mtasa-blue|Warp-Store\/warp-delivery-game-mta/);
      const aliases = [...text.matchAll(/\[(\w+)\][\s*]+(?:is|\w*CLua|luadefs|Server|Shared)/g)].map(
        ([, alias]) => alias,
      );
      const cited = [...text.matchAll(/^ {2}\/\/ \[(\w+)\]/gm)].map(([, alias]) => alias);
      expect(
        cited.filter((alias) => !aliases.includes(alias)),
        file,
      ).toEqual([]);
    }
  });
});

describe('fetchRemote', () => {
  it('tries ten times to connect unless told otherwise, one request at a time in a queue', async () => {
    let asked = 0;
    const { server } = await start(
      `answers = {}
       local function note(body, info) answers[#answers + 1] = info.statusCode end
       fetchRemote('http://x', {}, note)
       fetchRemote('http://x', { connectionAttempts = 1 }, note)`,
      () => {
        asked += 1;
        return { status: 0, body: '' };
      },
    );
    server.run(100);
    expect(asked).toBeLessThan(10);
    server.run(1000);
    expect(asked).toBe(11);
    expect(server.eval('return answers')).toEqual([7, 7]);
  });

  it('gives the body of an error, and calls nobody back after an abort', async () => {
    const { server } = await start(
      `fetchRemote('http://x', { queueName = 'a' }, function(body, info) one = { body, info.success, info.headers['X-Y'] } end)
       local request = fetchRemote('http://x', { queueName = 'b' }, function() two = true end)
       abortRemoteRequest(request)`,
      () => ({ status: 503, body: 'não', headers: { 'X-Y': 'z' } }),
    );
    server.run(1000);
    expect(server.eval('return one')).toEqual(['não', false, 'z\r']);
    expect(server.eval('return tostring(two)')).toBe('nil');
  });

  it('is refused without the right', async () => {
    const { server } = await start("found = fetchRemote('http://x', {}, print)", undefined, undefined, []);
    expect(server.eval('return found')).toBe(false);
    expect(server.world.errors).toEqual(["Access denied @ 'fetchRemote'"]);
  });
});

describe('SQLite', () => {
  const code = (options: string) => `
db = dbConnect('sqlite', ':/x.db', '', ''${options})
function ask(sql, ...) return dbPoll(dbQuery(db, sql, ...), -1) end
ask('CREATE TABLE IF NOT EXISTS t (v TEXT)')`;

  it.each([
    ['loses what a crash finds in the open transaction', '', 0],
    ['keeps it where the script asked for that', ", 'batch=0'", 1],
  ])('%s', async (_name, options, rows) => {
    const { server, machine } = await start(code(options));
    server.run(2000);
    server.eval("ask('SELECT 1') ask('INSERT INTO t VALUES (?)', 'x') return #ask('SELECT v FROM t')");
    server.close();
    const again = await start(code(options), undefined, machine);
    expect(again.server.eval("return #ask('SELECT v FROM t')")).toBe(rows);
  });

  it('takes values as texts, and gives null as false', async () => {
    const { server } = await start(code(''));
    server.eval(`ask('INSERT INTO t VALUES (?)', "a'; DROP TABLE t; -- é?")`);
    expect(server.eval("return ask('SELECT v, NULL AS n FROM t')")).toEqual([
      { v: "a'; DROP TABLE t; -- é?", n: false },
    ]);
    expect(server.eval("return ask('SELEC')")).toBe(false);
  });
});

describe('what a crash leaves', () => {
  it('is the ACL as it was saved, and money as the gamemode wrote it', async () => {
    const { server, machine } = await start('');
    server.join('Ana');
    server.eval(`aclGroupAddObject(aclGetGroup('VIP'), 'user.a') aclSave() aclGroupAddObject(aclGetGroup('VIP'), 'user.b')
      givePlayerMoney(getElementsByType('player')[1], 7)`);
    expect(server.player('Ana')?.money).toBe(12);
    server.kill();
    server.close();
    const again = await start('', undefined, machine);
    expect(again.server.world.acl.groups.VIP?.objects).toEqual(['user.a']);
    expect(again.server.join('Ana').money).toBe(5);
  });
});

describe('Lua', () => {
  it('is 5.1, without what MTA takes away', async () => {
    const { server } = await start('');
    expect(server.eval('return { _VERSION, type(io), type(require), type(unpack) }')).toEqual([
      'Lua 5.1',
      'nil',
      'nil',
      'function',
    ]);
  });

  it('carries every byte', async () => {
    const { server } = await start('');
    const found = server.eval(`local all = {} for byte = 0, 255 do all[#all + 1] = string.char(byte) end
      return hash('sha256', table.concat(all)) .. hash('sha256', ('x'):rep(100000))`);
    expect(found).toBe(
      sha(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))) + sha(Buffer.from('x'.repeat(100_000))),
    );
  });

  it('has MTA’s JSON with its losses', async () => {
    const { server } = await start('');
    expect(server.eval('return toJSON({ a = 1 })')).toBe('[ {"a":1} ]');
    expect(server.eval("return select('#', fromJSON('[1, 2, 3]'))")).toBe(3);
    expect(server.eval('return type(fromJSON(\'{"a":"^R^vitrine"}\').a)')).toBe('userdata');
    expect(server.eval("return toJSON({ '^R^x' })")).toBe('[ ["^R~x"] ]');
  });

  it('goes on with the next file after one with a mistake, and sends no script to players', async () => {
    const { server } = await start('function (');
    expect(server.world.errors.join()).toContain('Loading script failed');
    expect(() => scriptsOf('<script src="config.lua" type="shared" />')).toThrow(/sent to players/);
  });
});
