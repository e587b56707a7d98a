import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { GameClient } from '../../sdk/src/game/client.ts';
import { isLine } from '../../sdk/src/game/command-line.ts';
import { Journal } from '../../sdk/src/game/journal.ts';
import { signRequest, signWebhook } from '../../sdk/src/game/signatures.ts';
import type { Job, Result } from '../../sdk/src/game/types.ts';
import { isSigned, webhook } from '../../sdk/src/game/webhook.ts';
import { Check } from './check.ts';
import { playClient } from './test/played-client.ts';

/** Parts of the kit's client that cannot be seen in its requests. */

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const resultOf = (id: string): Result => ({ id, attempt: 1, status: 'succeeded', code: 'ok', at: 1 });
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'vitrine-kit-'));
  closing.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

describe('the journal', () => {
  it('keeps its name and its rows, and drops only a last line that has no end', () => {
    const file = join(folder(), 'deep', 'journal.jsonl');
    const first = Journal.open(file, 1000);
    first.put('a', { state: 'done', at: 1000, result: resultOf('a') });
    first.put('b', { state: 'settled', at: 1000, result: resultOf('b') });
    first.put('c', { state: 'done', at: 1000, result: resultOf('c') });
    first.put('c', null);
    // The journal was not closed, and its last line is cut off, as after a kill.
    appendFileSync(file, '{"id":"d","row":{"state":"sta');
    const second = Journal.open(file, 2000);
    expect([second.id, second.open().map(([id]) => id), second.get('b')?.state]).toEqual([first.id, ['a'], 'settled']);
    second.put('e', { state: 'done', at: 1, result: resultOf('e') });
    expect(Journal.open(file, 2000).get('e')).toMatchObject({ state: 'done' });
  });

  it('does not open with a line that it cannot read, because the line may tell of an effect', () => {
    const file = join(folder(), 'journal.jsonl');
    const journal = Journal.open(file);
    journal.put('a', { state: 'done', at: 1, result: resultOf('a') });
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [lines[0], '{"id":', ...lines.slice(1)].join('\n'));
    expect(() => Journal.open(file)).toThrow('line 2 of the journal cannot be read');
    writeFileSync(file, '{"another":"file"}\n');
    expect(() => Journal.open(file)).toThrow('line 1');
  });

  it.each(['started', 'done'] as const)('runs nothing more while the disk does not take the row %s', async (state) => {
    let deaf = true;
    let tries = 0;
    class Deaf extends GameClient {
      protected override makeJournal(): Journal {
        const journal = super.makeJournal();
        const put = journal.put.bind(journal);
        journal.put = (id, row) => {
          if (deaf && row?.state === state) {
            tries += 1;
            throw new Error('ENOSPC');
          }
          put(id, row);
        };
        return journal;
      }
    }
    const { desk, time, world, close } = playClient(Deaf);
    closing.push(close);
    desk.player = { city_id: '17' };
    const check = new Check(desk, time, {});
    const money = (id: string) => ({ id, action: 'add_money', args: { amount: 5 } });
    await time.drive(check.until(10_000, () => desk.hello !== undefined));
    desk.offer(money('one'), money('two'));
    await time.drive(check.wait(5000));
    const codes = () => desk.results.map(({ result }) => [result.id, result.code]);
    // If the row before the effect is lost, both deliveries go back. If the row after it is lost, its result and the next delivery wait.
    expect(codes()).toEqual(
      state === 'started'
        ? [
            ['one', 'storage_unavailable'],
            ['two', 'held_back'],
          ]
        : [],
    );
    expect([world.effects, tries > 0]).toEqual([state === 'started' ? 0 : 1, true]);
    deaf = false;
    if (state === 'started') desk.offer({ ...money('one'), attempt: 2 }, { ...money('two'), attempt: 2 });
    await time.drive(check.until(20_000, () => codes().filter(([, code]) => code === 'ok').length === 2));
    expect([world.effects, world.bank]).toEqual([2, 1010]);
  });

  it('forgets settled rows after 30 days, and no others', () => {
    const file = join(folder(), 'journal.jsonl');
    const journal = Journal.open(file, 0);
    journal.put('old', { state: 'settled', at: 0, result: resultOf('old') });
    journal.put('open', { state: 'done', at: 0, result: resultOf('open') });
    const later = Journal.open(file, 31 * 86_400_000);
    expect([later.get('old'), later.get('open')?.state]).toEqual([undefined, 'done']);
  });
});

it('signs as the examples of the protocol do', () => {
  const file = new URL('../../docs/protocol/signatures.json', import.meta.url);
  const vectors: Record<string, string>[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const { token = '', method = '', path = '', time = '', nonce = '', body = '', signature } of vectors) {
    expect(signRequest(token, { method, path, time, nonce, body })).toBe(signature);
  }
});

it.each([
  ['say {{a}} oi', ['say', 'x', 'oi'], 'fivem', true],
  ['say {{a}}', ['say', 'x y'], 'fivem', true],
  ['say {{a}}', ['say', ''], 'fivem', true],
  ['say "dois {{a}}" x', ['say', 'dois 3', 'x'], 'fivem', true],
  ['say {{a}}_{{b}}', ['say', '1_2'], 'fivem', true],
  ['say {{a}} oi', ['say', 'x', 'tchau'], 'fivem', false],
  ['say {{a}}', ['say', 'x', 'y'], 'fivem', false],
  ['say {{a}}', ['say'], 'fivem', false],
  ['say "{{a}}', ['say', 'x'], 'fivem', false],
  ['{{a}} x', ['say', 'x'], 'fivem', false],
  ['say {{a}}', ['say', 'x"y'], 'fivem', false],
  ['say {{a}}', ['say', 'x;y'], 'fivem', false],
  ['say {{a}}', ['say', 'x\ny'], 'fivem', false],
  ['say a.b', ['say', 'aXb'], 'fivem', false],
  ['say {{a}}', ['say', 'notch'], 'minecraft', true],
  ['say  {{a}} ', ['say', 'notch'], 'minecraft', true],
  ['say @a "{{a}}"', ['say', '@a', '"notch"'], 'minecraft', true],
  ['say {{a}}', ['say', '@a'], 'minecraft', false],
  ['say {{a}}', ['say', '*'], 'minecraft', false],
  ['say *', ['say', '*'], 'minecraft', true],
  ['say {{a}}', ['say', 'a b'], 'minecraft', false],
  ['say {{a}}', ['say', ''], 'minecraft', false],
  ['say {{a}}', ['say', '§4a'], 'minecraft', false],
  ['dar {{a}}', ['dar', 'x"; y'], 'nobody', true],
  ['dar {{a}}', ['dar', 'x\ny'], 'nobody', false],
] as const)('the template %s with %j of %s is a line: %s', (template, argv, reader, is) => {
  expect(isLine(template, argv, reader)).toBe(is);
});

describe('a webhook', () => {
  const job: Job = {
    id: 'delivery-1',
    key: '17',
    attempt: 1,
    player: { city_id: '17' },
    action: 'add_money',
    args: { amount: 5 },
    order: '1042',
    phase: 'confirmation',
    label: 'VIP',
    only_online: false,
    expires_at: undefined,
  };
  const secret = 'sixteen letters!';

  /** Starts a service that gives this answer, and keeps its requests. */
  async function service(status: number, body: string, delayMs = 0) {
    const asked: { headers: Record<string, string | string[] | undefined>; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      asked.push({ headers: request.headers, body: text });
      setTimeout(() => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body), delayMs);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/deliveries`, asked };
  }

  it('is signed, names its delivery as key and passes the answer on', async () => {
    const { url, asked } = await service(201, '{"status":"deferred","code":"player_offline","message":"fora"}');
    expect(await webhook({ url, secret }).run(job)).toEqual({
      status: 'deferred',
      code: 'player_offline',
      message: 'fora',
    });
    const [{ headers, body } = { headers: {}, body: '' }] = asked;
    expect(headers['idempotency-key']).toBe('delivery-1');
    expect(JSON.parse(body)).toMatchObject({ id: 'delivery-1', player: { city_id: '17' }, args: { amount: 5 } });
    expect(isSigned(secret, headers, body)).toBe(true);
    expect(isSigned('sixteen others!!', headers, body)).toBe(false);
    expect(isSigned(secret, headers, `${body} `)).toBe(false);
    expect(isSigned(secret, { ...headers, 'idempotency-key': 'delivery-2' }, body)).toBe(false);
    expect(isSigned(secret, headers, body, Date.now() / 1000 + 301)).toBe(false);
    expect(headers['x-vitrine-signature']).toBe(
      signWebhook(secret, String(headers['x-vitrine-time']), 'delivery-1', body),
    );
  });

  it.each([
    [200, 'no JSON', 'uncertain', 'deferred'],
    [200, '{"status":"great","code":"ok"}', 'uncertain', 'deferred'],
    [302, '', 'uncertain', 'deferred'],
    [500, '{"status":"succeeded","code":"ok"}', 'uncertain', 'deferred'],
    [400, 'sem estoque', 'failed', 'failed'],
    [429, '', 'deferred', 'deferred'],
  ])('%i with %j is %s, and %s where the service keeps its keys', async (status, body, plain, keeping) => {
    const { url } = await service(status, body);
    expect((await webhook({ url, secret }).run(job)).status).toBe(plain);
    expect((await webhook({ url, secret, keepsKeys: true }).run(job)).status).toBe(keeping);
  });

  it('is uncertain if the service is silent, and is offered again if nobody listens at its address', async () => {
    const { url } = await service(200, '{"status":"succeeded","code":"ok"}', 2000);
    expect(await webhook({ url, secret, timeoutMs: 100 }).run(job)).toMatchObject({ status: 'uncertain' });
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect(await webhook({ url: `http://127.0.0.1:${port}/`, secret }).run(job)).toEqual({
      status: 'deferred',
      code: 'framework_missing',
    });
  });
});
