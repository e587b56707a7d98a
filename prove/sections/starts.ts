import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../lib/http.ts';
import { type Line, nothingWrong } from '../lib/line.ts';
import { freePort, newAddress } from '../lib/ports.ts';
import { startPostgres } from '../lib/postgres.ts';
import { Refused } from '../lib/product.ts';
import { approve, makeShop, stateOf } from '../lib/shop.ts';
import { until } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';

const truthfulStart: Line = {
  promise: 'P6',
  alone: true,
  title: 'A start with another or no secret is refused in one sentence that says what to do',
  async run(world) {
    const tries: [string, Record<string, string>][] = [
      ['another secret', { VITRINE_SECRET: randomBytes(32).toString('base64') }],
      ['no secret', { VITRINE_SECRET: '' }],
      ['a malformed secret', { VITRINE_SECRET: 'abc' }],
    ];
    const wrong: string[] = [];
    const roles = world.much(['web'] as const, ['web', 'worker'] as const);
    const tried = tries.slice(0, world.much(1, tries.length));
    for (const [words, change] of tried) {
      for (const role of roles) {
        const started = await world.product.launch(role, change).catch((error: Error) => error);
        if (!(started instanceof Error)) {
          wrong.push(`${role} with ${words} is ready`);
          await started.kill();
        } else if (!(started instanceof Refused) || !/VITRINE_SECRET|segredo|secret/i.test(started.message)) {
          wrong.push(`${role} with ${words}: ${started.message.slice(0, 80)}`);
        } else if (/\n\s+at /.test(started.message)) {
          wrong.push(`${role} with ${words} shows a stack`);
        }
      }
    }
    return nothingWrong(`${tried.map(([words]) => words).join(', ')}: ${roles.join(' and ')}`, wrong);
  },
};

const paidBefore: Line = {
  promise: 'P6',
  title: 'A worker that was away catches up with what was paid meanwhile',
  longOnly: true,
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    await world.worker.kill();
    const orders = await Promise.all(Array.from({ length: 20 }, () => shop.placed(product)));
    for (const order of orders) await approve(world, order);
    await world.startWorker();
    const { waited } = await until('every paid order', 60_000, async () => {
      const states = await Promise.all(orders.map(({ reference }) => stateOf(world, reference)));
      return states.every((state) => state === 'completed');
    });
    return {
      done: `${orders.length} orders paid while no worker ran, then one starts`,
      figure: `all completed ${(waited / 1000).toFixed(1)} s after it was ready`,
      floor: `${world.within(10_000) / 1000} s`,
      held: waited <= world.within(10_000),
    };
  },
};

/** The output of a starting process. A process that became ready is ended. */
async function said(world: World, change: Record<string, string>): Promise<{ ready: boolean; text: string }> {
  const from = world.product.log().length;
  const started = await world.product.launch('web', change).catch((error: Error) => error);
  const ready = !(started instanceof Error);
  if (!(started instanceof Error)) await started.kill();
  return { ready, text: ready ? world.product.log().slice(from) : started.message };
}

const OLD_POSTGRES = '/usr/lib/postgresql/15';

const oldPostgres: Line = {
  promise: 'P6',
  title: 'PostgreSQL below 16 is refused by its number',
  longOnly: true,
  lacks: () => (existsSync(join(OLD_POSTGRES, 'bin', 'postgres')) ? undefined : 'no PostgreSQL 15 on this machine'),
  async run(world) {
    const old = await startPostgres(join(world.folder, 'old'), OLD_POSTGRES);
    try {
      const { ready, text } = await said(world, {
        DATABASE_URL: `postgres://vitrine@127.0.0.1:${old.port}/vitrine`,
      });
      const sentence = /PostgreSQL 15[^\n"]*/.exec(text)?.[0] ?? 'no sentence';
      return {
        done: 'a start on a server of PostgreSQL 15',
        figure: `${ready ? 'ready' : 'refused'}: ${sentence.slice(0, 120)}`,
        floor: 'refused, with its number and the least one',
        held: !ready && /16 or newer/.test(sentence),
      };
    } finally {
      await old.pool.end();
      await old.stop();
    }
  },
};

/** A process whose own clock is ten minutes ahead. */
const AHEAD = `--import=data:text/javascript,${encodeURIComponent('const now = Date.now; Date.now = () => now() + 600000;')}`;

const placeAndClock: Line = {
  promise: 'P6',
  title: 'A data folder that cannot be written and a clock that is off are said in one sentence each',
  longOnly: true,
  async run(world) {
    const wrong: string[] = [];
    const below = join(world.folder, 'a-file');
    writeFileSync(below, '');
    const readOnly = join(world.folder, 'read-only');
    mkdirSync(readOnly, { mode: 0o500 });
    // Root can write into a read-only folder, so root does not try that one.
    const folders = process.getuid?.() === 0 ? [join(below, 'data')] : [join(below, 'data'), readOnly];
    for (const folder of folders) {
      const { ready, text } = await said(world, { VITRINE_DATA: folder });
      if (ready || !text.includes(`The data folder ${folder} cannot be used`)) {
        wrong.push(`${folder}: ${ready ? 'ready' : text.slice(-120)}`);
      }
    }
    const clock = await said(world, { NODE_OPTIONS: AHEAD });
    if (!clock.ready || !/The clock of this machine is \d+ s ahead/.test(clock.text)) {
      wrong.push(`the clock: ${clock.ready ? 'ready, and says nothing of it' : clock.text.slice(-120)}`);
    }
    return nothingWrong(`${folders.length} folders that cannot be written, a clock ten minutes ahead`, wrong, 'unsaid');
  },
};

const outsideAway: Line = {
  promise: 'P8',
  title: 'Whoever is away at the start is named with what works meanwhile, and the shop works',
  longOnly: true,
  async run(world) {
    const shop = await makeShop(world);
    const dead = `127.0.0.1:${await freePort()}`;
    const settings = {
      MERCADOPAGO_API_URL: `http://${dead}`,
      DISCORD_API_URL: `http://${dead}`,
      SMTP_URL: `smtp://${dead}`,
    };
    const from = world.product.log().length;
    const web = await world.product.launch('web', settings);
    try {
      const sentences = () =>
        Object.keys(settings).filter((name) => world.product.log().slice(from).includes(`${name}: 127.0.0.1`));
      await until('a sentence for each', 15_000, async () => sentences().length === 3).catch(() => {});
      const { status } = await ask({ port: web.port, path: '/', host: shop.host, from: newAddress() });
      const [named, names] = [sentences(), Object.keys(settings).join(', ')];
      return {
        done: `a start with nobody at ${names}`,
        figure: `ready, ${named.length} named, the shop ${status}`,
        floor: 'ready, 3 named, the shop 200',
        held: named.length === 3 && status === 200,
      };
    } finally {
      await web.kill();
    }
  },
};

const databaseAway: Line = {
  promise: 'P7',
  title: 'A start whose database is away waits for it, says so, and goes on when it is there',
  longOnly: true,
  async run(world) {
    const from = world.product.log().length;
    await world.wires.database.set({ kind: 'cut' });
    const starting = world.product.launch('web').catch((error: Error) => error);
    await delay(7000);
    const heard = world.product.log().slice(from);
    await world.wires.database.set({ kind: 'pass' });
    const started = await starting;
    const ready = !(started instanceof Error);
    if (!(started instanceof Error)) await started.kill();
    const sentence = /[^"\n]*127\.0\.0\.1:\d+[^"\n]*/.exec(heard)?.[0] ?? 'nothing said';
    return {
      done: 'the line to the database is cut for the first 7 s of a start',
      figure: `${ready ? 'ready afterwards' : 'ended'}: ${sentence.slice(0, 110)}`,
      floor: 'ready afterwards; the database is named',
      held: ready && sentence !== 'nothing said',
    };
  },
};

/** How processes start: they tell true reasons when they cannot, and go on with the data that an earlier run left. */
export const starts: Line[] = [truthfulStart, oldPostgres, placeAndClock, outsideAway, databaseAway, paidBefore];
