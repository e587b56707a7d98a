import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Flood, shopperWaits, under } from '../lib/beside.ts';
import { percentile } from '../lib/figures.ts';
import { type Answer, control } from '../lib/http.ts';
import { broken } from '../lib/invariants.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { newEmail, PASSWORD, tokenInMail } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import { makeShop, type Shop } from '../lib/shop.ts';
import { until } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';
import { fair } from './fair.ts';
import { kills } from './kills.ts';
import { starts } from './starts.ts';

const BACK_MS = 2000;

const isBusy = ({ status, headers }: Answer) => status === 503 && headers['retry-after'] !== undefined;

/** Buyers without a pause, with their answers and times. */
function keepBuying(shop: Shop, product: string, width: number) {
  const seen: { at: number; answer: Answer | undefined; words: string }[] = [];
  let open = true;
  const buyers = Array.from({ length: width }, async () => {
    while (open) {
      const result = await shop.order(product).then(
        (answer) => ({ answer, words: `${answer.status} ${answer.code ?? ''}` }),
        (error: Error) => ({ answer: undefined, words: error.message }),
      );
      seen.push({ at: performance.now(), ...result });
      await delay(20);
    }
  });
  return {
    seen,
    async stop() {
      open = false;
      await Promise.all(buyers);
    },
  };
}

const restarts: Line = {
  promise: 'P7',
  alone: true,
  title: 'PostgreSQL is restarted under buyers: only 503 with Retry-After, and normal soon after it is back',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const rounds = world.much(1, 3);
    const sales = keepBuying(shop, product, 4);
    const slowest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await delay(1000);
      await world.postgres.stop();
      await delay(1500);
      await world.postgres.start();
      const back = performance.now();
      const { waited } = await until('an order after the restart', 60_000, async () =>
        sales.seen.some(({ at, answer }) => at > back && answer?.status === 200),
      );
      slowest.push(waited);
    }
    await sales.stop();
    const strange = sales.seen.filter(({ answer }) => !answer || !(answer.status === 200 || isBusy(answer)));
    const away = sales.seen.filter(({ answer }) => answer && isBusy(answer)).length;
    const wrong = await broken(world);
    const back = Math.max(...slowest);
    return {
      done: `${rounds} restarts, ${sales.seen.length} orders tried, ${away} answered 503 with Retry-After`,
      figure: `${strange.length} others${strange[0] ? ` (${strange[0].words})` : ''}, normal after ${(back / 1000).toFixed(2)} s${wrong.map((one) => `, ${one}`).join('')}`,
      floor: `0 others, ${world.within(BACK_MS) / 1000} s`,
      held: strange.length === 0 && back <= world.within(BACK_MS) && wrong.length === 0 && away > 0,
    };
  },
};

const brokenWire: Line = {
  promise: 'P7',
  alone: true,
  title: 'The line to the database is cut, slow or dead at its other end: the processes live and come back',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const pids = world.webs.map(({ pid }) => pid).join();
    const wire = world.wires.database;
    const wrong: string[] = [];
    const back: number[] = [];
    const modes = [
      { kind: 'cut' },
      { kind: 'delay', ms: 60 },
      ...(world.options.length === 'long' ? [{ kind: 'half-open' } as const] : []),
    ] as const;
    for (const mode of modes) {
      const sales = keepBuying(shop, product, 3);
      await delay(500);
      await wire.set(mode);
      await delay(mode.kind === 'half-open' ? 20_000 : 2000);
      // The kernel ends dead connections after some time. Here the wire cuts them.
      if (mode.kind === 'half-open') await wire.set({ kind: 'cut' });
      await wire.set({ kind: 'pass' });
      const start = performance.now();
      const { waited } = await until(`an order after ${mode.kind}`, 60_000, async () =>
        sales.seen.some(({ at, answer }) => at > start && answer?.status === 200),
      );
      back.push(waited);
      await sales.stop();
      for (const { answer, words } of sales.seen) {
        if (!answer || !(answer.status === 200 || isBusy(answer))) wrong.push(`${mode.kind}: ${words}`);
      }
    }
    if (world.webs.map(({ pid }) => pid).join() !== pids) wrong.push('a process ended');
    wrong.push(...(await broken(world)));
    const slowest = Math.max(...back);
    const found = nothingWrong(
      `${modes.map(({ kind }) => kind).join(', ')} under buyers`,
      wrong,
      'other answers than 200 and 503',
    );
    return {
      ...found,
      figure: `${found.figure}; normal after ${(slowest / 1000).toFixed(2)} s`,
      floor: `${found.floor}; ${world.within(BACK_MS) / 1000} s`,
      held: found.held && slowest <= world.within(BACK_MS),
    };
  },
};

const faultsOf = (world: World) => `${world.standins.pages.mercadoPago}/__control/faults`;
const clearFaults = (world: World) => control(faultsOf(world), undefined, 'DELETE');

const lyingProvider: Line = {
  promise: 'P8',
  alone: true,
  title: 'A provider that fails, lies or does not answer: an error with a name in bounded time, and one charge',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const kinds = ['status', 'html', 'reset-before', 'reset-after', 'malformed', 'truncate', 'empty'];
    if (world.options.length === 'long') kinds.push('hang', 'slow-body');
    const wrong: string[] = [];
    const waits: number[] = [];
    for (const kind of kinds) {
      await clearFaults(world);
      await control(faultsOf(world), { kind, times: 1, match: { method: 'POST', path: '/v1/payments' } });
      const from = newAddress();
      const headers = { 'idempotency-key': `prova-${kind}-${randomBytes(4).toString('hex')}` };
      const change = { clientId: 4321 };
      const answer = await shop.order(product, change, { from, headers });
      waits.push(answer.waited);
      if (![200, 502, 503].includes(answer.status)) wrong.push(`${kind}: ${answer.status}`);
      await clearFaults(world);
      const again = await shop.order(product, change, { from, headers });
      if (again.status !== 200) wrong.push(`${kind}, once more: ${again.status} ${again.code}`);
      const reference = /"external_reference":"([^"]+)"/.exec(again.text)?.[1] ?? '';
      const charges = await control<unknown[]>(
        `${world.standins.pages.mercadoPago}/__control/payments?external_reference=${reference}`,
      );
      if (charges.length !== 1) wrong.push(`${kind}: ${charges.length} charges of one order`);
    }
    const slowest = Math.max(...waits) / 1000;
    const found = nothingWrong(`${kinds.join(', ')}, then the same order again`, wrong);
    return {
      ...found,
      figure: `${found.figure}; slowest answer ${slowest.toFixed(1)} s`,
      floor: `${found.floor}; ${world.within(12_000) / 1000} s`,
      held: found.held && slowest <= world.within(12_000) / 1000,
    };
  },
};

const oneStoresTrouble: Line = {
  promise: 'P8',
  alone: true,
  title: "One store's trouble with its provider never stops another store",
  async run(world) {
    const [ill, well] = [await makeShop(world), await makeShop(world)];
    const [theirs, product] = [await ill.product(), await well.product()];
    const tries = world.much(8, 60);
    // Every charge of the first store fails. Nobody buys in the second store meanwhile.
    await control(faultsOf(world), { kind: 'status', status: 500, times: tries * 5, match: { path: '/v1/payments' } });
    for (let n = 0; n < tries; n += 1) await ill.order(theirs);
    await clearFaults(world);
    const answer = await well.order(product);
    return {
      done: `${tries} orders of a store whose charges all fail, then one of another store`,
      figure: `${answer.status} ${answer.code ?? ''}`.trim(),
      floor: '200',
      held: answer.status === 200,
    };
  },
};

const providerAway: Line = {
  promise: 'P8',
  title: 'Shoppers feel nothing of others who buy while the provider hangs',
  longOnly: true,
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const ports = world.webs.map(({ port }) => port);
    const { host, subdomain } = shop;
    const flood: Flood = { kind: 'buyers', ports, host, subdomain, product, token: '', paths: [] };
    const [turns, seconds] = [5, 10];
    const seen: { works: number; hangs: number }[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const p95 = async () => percentile(await under(flood, () => shopperWaits(shop, product, seconds)), 0.95);
      await clearFaults(world);
      const works = await p95();
      await control(faultsOf(world), { kind: 'hang', times: 1_000_000, match: { path: '/v1/payments' } });
      seen.push({ works, hangs: await p95() });
    }
    await clearFaults(world);
    const ratio = percentile(
      seen.map(({ works, hangs }) => hangs / works),
      0.5,
    );
    return {
      done: `5 buyers at once, ${turns} × ${seconds} s of a provider that works and one that hangs, in turns`,
      figure: `p95 ${seen.map(({ works, hangs }) => `${works.toFixed(1)} → ${hangs.toFixed(1)}`).join(', ')} ms: ${ratio.toFixed(2)}×`,
      floor: '1.1×',
      held: ratio <= 1.1,
    };
  },
};

const mailAway: Line = {
  promise: 'P8',
  title: 'Nobody waits for a mail server that is away, and its mails arrive later',
  longOnly: true,
  async run(world) {
    const wire = world.wires.mail;
    const email = newEmail('espera');
    await wire.set({ kind: 'cut' });
    let answer: Answer;
    try {
      answer = await world.call('POST /login/register', {
        from: newAddress(),
        body: { name: 'Espera Um Pouco', email, password: PASSWORD },
      });
      await delay(2000);
    } finally {
      await wire.set({ kind: 'pass' });
    }
    const start = performance.now();
    await until('the mail', 180_000, async () => Boolean(await tokenInMail(world, email, 'Confirme').catch(() => '')));
    const later = (performance.now() - start) / 1000;
    return {
      done: 'a registration while the line to the mail server is cut',
      figure: `answered ${answer.status} after ${(answer.waited / 1000).toFixed(2)} s, the mail came ${later.toFixed(0)} s after the line`,
      floor: '200 within 2 s; within 180 s',
      held: answer.status === 200 && answer.waited <= 2000 && later <= 180,
    };
  },
};

export const faults: Section = {
  name: 'faults',
  lines: [restarts, brokenWire, lyingProvider, oneStoresTrouble, ...fair, providerAway, mailAway, ...starts, kills],
};
