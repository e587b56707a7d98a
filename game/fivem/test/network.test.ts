import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

async function begin(framework: 'vrpex' | 'none' = 'vrpex') {
  const platform = new Platform();
  const city = await playCity({ platform, framework, online: framework !== 'none' });
  return { platform, city };
}
/** A text without quotes in Lua. */
const lua = (text: string): string => `'${text}'`;
const bank = (city: Awaited<ReturnType<typeof playCity>>): unknown => city.city.memory('bank', 17);

describe('signatures', () => {
  it('computes standard SHA-256 and HMAC', async () => {
    const { city } = await begin('none');
    const samples = ['', 'abc', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'ção ☃'.repeat(40), 'x'.repeat(1000)];
    for (const sample of samples) {
      expect(city.eval(`return Vitrine.Sha256.hex(${lua(sample)})`)).toBe(
        createHash('sha256').update(sample).digest('hex'),
      );
      for (const key of ['k', 'k'.repeat(64), 'k'.repeat(100)]) {
        expect(city.eval(`return Vitrine.Sha256.hmacHex(${lua(key)}, ${lua(sample)})`)).toBe(
          createHmac('sha256', key).update(sample).digest('hex'),
        );
      }
    }
  });

  it('matches the vectors of the documentation', async () => {
    const { city } = await begin('none');
    const file = new URL('../../../docs/protocol/signatures.json', import.meta.url);
    const vectors: Record<string, string>[] = JSON.parse(readFileSync(file, 'utf8'));
    const long = (text = '') => `[==[${text}]==]`;
    expect(vectors.length).toBeGreaterThan(5);
    for (const { token, method, path, time, nonce, body, signature, answer, answer_signature, server } of vectors) {
      const asked = [token, method, path, time, nonce, body].map(long).join();
      expect(city.eval(`return Vitrine.Http.sign(${asked})`)).toBe(signature);
      expect(city.eval(`return Vitrine.Http.signAnswer(${[token, nonce, answer].map(long).join()})`)).toBe(
        answer_signature,
      );
      expect(city.eval(`return Vitrine.Sha256.hex(${long(token)}):sub(1, 12)`)).toBe(server);
    }
  });

  it('runs nothing from an answer with a wrong, missing or replayed signature', async () => {
    const { platform, city } = await begin();
    city.run(3000);
    platform.due.push({ id: 'f', action: 'add_money', args: { amount: 1 } });
    let kept: Answer | undefined;
    platform.faults = [
      (_, good) => ({ ...good(), headers: { 'X-Vitrine-Signature': '0'.repeat(64) } }),
      (_, good) => ({ ...good(), headers: {} }),
      (_, good) => {
        const answer = good();
        kept = answer;
        return { ...answer, body: `${answer.body} ` };
      },
      () => kept,
    ];
    city.run(4500);
    expect(platform.faults.length).toBeLessThan(4);
    city.run(60_000);
    expect(platform.faults).toEqual([]);
    expect(city.logs().join('\n')).toContain('sem a assinatura');
    city.run(60_000);
    expect(platform.result('f')?.status).toBe('succeeded');
    expect(bank(city)).toBe(1001);
    expect(platform.refused).toEqual([]);
  });

  it('never sends the token', async () => {
    const { platform, city } = await begin();
    const seen: string[] = [];
    const handle = platform.handle.bind(platform);
    platform.handle = (path, method, body, headers) => {
      seen.push(body + JSON.stringify(headers));
      return handle(path, method, body, headers);
    };
    city.run(5000);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.join('')).not.toContain(platform.token);
    expect(city.logs().join('')).not.toContain(platform.token);
  });
});

describe('failures', () => {
  const error = (status: number, body: object): Answer => ({
    status,
    body: JSON.stringify({ success: false, ...body }),
  });

  it('repeats results until they are stored, even when a request that looked failed was processed', async () => {
    const { platform, city } = await begin();
    city.run(3000);
    platform.due.push({ id: 'l', action: 'add_money', args: { amount: 1 } });
    const lost = (_: string, good: () => Answer): Answer => {
      good();
      return { status: 0, body: '' };
    };
    const untilResult = (body: string, good: () => Answer): Answer => {
      if (!body.includes('"l"')) platform.faults.push(untilResult);
      return body.includes('"status"') ? lost(body, good) : good();
    };
    platform.faults = [untilResult];
    city.run(60_000);
    const sent = platform.results.filter((result) => result.id === 'l');
    expect(sent.length).toBeGreaterThan(0);
    expect(bank(city)).toBe(1001);
    expect(city.eval('return Vitrine.Journal.pending()')).toBe(0);
  });

  it('sends many results in requests of at most 16 KiB', async () => {
    const { platform, city } = await begin();
    city.run(3000);
    const ids = Array.from({ length: 150 }, (_, index) => `r${index}`);
    // Vitrine settles nothing here, so every result is sent again and again.
    platform.settle = false;
    platform.due = ids.map((id, index) => ({
      id,
      action: 'add_item',
      args: { item: `${'objeto'.repeat(9)}${index}`, amount: 1 },
      player: { city_id: index % 2 ? '17' : '18' },
    }));
    const sizes: number[] = [];
    const handle = platform.handle.bind(platform);
    platform.handle = (path, method, body, headers) => {
      const { results = [] } = JSON.parse(body);
      sizes.push(Buffer.byteLength(JSON.stringify(results)));
      return handle(path, method, body, headers);
    };
    for (let turn = 0; turn < 120 && ids.some((id) => !platform.result(id)); turn += 1) {
      const known = new Set(platform.results.map(({ id }) => id));
      platform.due = platform.due.filter(({ id }) => !known.has(id));
      city.run(1000);
    }
    city.run(10_000);
    expect(ids.filter((id) => platform.result(id)?.code !== 'invalid_item')).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16_384);
    expect(Math.max(...sizes)).toBeGreaterThan(12_000);
    expect(city.city.scriptErrors).toEqual([]);
  });

  it('waits longer after each failure, and gives up on an announced answer after 15 s; a late answer is ignored', async () => {
    const { platform, city } = await begin('none');
    platform.faults = [undefined, (_, good) => ({ ...good(), delayMs: 40_000 }), { status: 0, body: '' }];
    city.run(14_000);
    expect(platform.faults).toHaveLength(1);
    city.run(30_000);
    expect(platform.faults).toHaveLength(0);
    city.run(60_000);
    expect(platform.syncs.length).toBeGreaterThan(0);
    expect(city.eval('return Vitrine.Sync.epoch')).toBe(2);
    expect(city.city.scriptErrors).toEqual([]);
  });

  it('learns the clock’s offset from clock_skew', async () => {
    const { platform, city } = await begin('none');
    platform.faults = [error(401, { code: 'clock_skew', now: 1_790_000_600 })];
    city.run(500);
    expect(platform.hellos).toHaveLength(1);
    expect(city.eval('return Vitrine.Http.offset')).toBe(600);
  });

  it('asks every 5 minutes with a wrong token and says what to do', async () => {
    const { platform, city } = await begin('none');
    platform.convars.vitrine_token = 'vtr_wrong';
    city.run(290_000);
    expect(platform.refused).toHaveLength(1);
    expect(city.logs().join('\n')).toContain('não reconheceu a chave');
    platform.convars.vitrine_token = platform.token;
    city.run(20_000);
    expect(platform.hellos).toHaveLength(1);
  });

  it('says hello again when its epoch is over', async () => {
    const { platform, city } = await begin();
    city.run(3000);
    platform.faults = [error(409, { code: 'superseded' })];
    city.run(15_000);
    expect(platform.hellos).toHaveLength(2);
  });

  it('waits while another server delivers, says where to approve, and goes on by itself', async () => {
    const { platform, city } = await begin();
    platform.waiting = true;
    platform.due = [{ id: 'c1', action: 'add_money', args: { amount: 5 } }];
    city.run(600_000);
    expect(platform.syncs).toHaveLength(0);
    expect(platform.hellos.length).toBeGreaterThan(40);
    expect(city.logs().filter((line) => line.includes('aprovar em http://painel')).length).toBeLessThan(4);
    city.type(0, 'vitrine', 'status');
    expect(city.logs().slice(-4).join()).toContain('aprovar em http://painel');
    platform.waiting = false;
    city.run(30_000);
    expect(platform.result('c1')).toMatchObject({ status: 'succeeded' });
  });

  it('honours retry_after_ms, reports an old version and survives invalid answers', async () => {
    const { platform, city } = await begin('none');
    platform.faults = [
      error(429, { code: 'rate_limited', retry_after_ms: 30_000 }),
      { status: 502, body: '<html>Bad gateway</html>' },
      { status: 301, body: '' },
      { status: 200, body: '{"truncated":' },
      error(426, { code: 'game_version', error: 'Baixe a versão 2' }),
    ];
    city.run(29_000);
    expect(platform.faults).toHaveLength(4);
    city.run(100_000);
    expect(platform.faults).toHaveLength(0);
    expect(city.logs().join('\n')).toContain('Baixe a versão 2');
    city.run(301_000);
    expect(platform.hellos.length).toBeGreaterThan(0);
    expect(city.city.scriptErrors).toEqual([]);
  });
});

it('shows `vitrine status` only to the console', async () => {
  const { city } = await begin();
  city.run(3000);
  const before = city.logs().length;
  city.type(7, 'vitrine', 'status');
  expect(city.logs()).toHaveLength(before);
  city.type(0, 'vitrine', 'status');
  expect(city.logs().slice(before).join('\n')).toContain('Conectado à loja Loja de Teste');
});
