import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@vitrine/contract/calls/address';
import type { Line, Section } from '../lib/line.ts';
import { newAddress } from '../lib/ports.ts';
import { makeShop } from '../lib/shop.ts';

const CONNECTIONS = 50;
const EXIT_MS = 10_000;

let exits: number[] = [];

const rolling: Line = {
  promise: 'P9',
  alone: true,
  title: 'Processes are replaced one after the other under keep-alive connections: no request fails',
  async run(world) {
    const [rolls, least] = [world.much(1, 2), world.much(500, 50_000)];
    // Visitors without pauses use up the whole machine, so the short run replaces one process under visitors who
    // pause between two pages.
    const [connections, pause] = [world.much(10, CONNECTIONS), world.much(50, 0)];
    let replaced = 0;
    const shop = await makeShop(world);
    const product = await shop.product();
    const quote = { subdomain: shop.subdomain, idProducts: [{ id: product, quantity: 1 }] };
    const visits: [path: string, body?: object][] = [
      ['/'],
      [`/products/${product}`],
      [addressOf('POST /order/quote'), quote],
      ['/checkout'],
      ['/'],
    ];
    exits = [];
    let asked = 0;
    let asking = true;
    const failures: string[] = [];
    // Each visitor has its own connection for as long as the server keeps it.
    const visitors = Array.from({ length: connections }, async (_, n) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const from = newAddress();
      while (asking) {
        const [path, body] = visits[(asked + n) % visits.length] as [string, object?];
        asked += 1;
        await world.ask(path, { host: shop.host, from, agent, ...(body && { body }) }).then(
          // A refusal by the limit per address (429) is an answer too: this line does not measure that limit.
          ({ status, text }) =>
            status !== 200 && status !== 429 && failures.push(`${path}: ${status} ${text.slice(0, 80)}`),
          (error: Error) => failures.push(`${path}: ${error.message}`),
        );
        if (pause > 0) await delay(pause);
      }
      agent.destroy();
    });
    for (let roll = 0; roll < rolls; roll += 1) {
      for (const old of world.webs.slice(0, world.much(1, world.webs.length))) {
        await world.addWeb();
        exits.push(await old.end());
        replaced += 1;
      }
    }
    while (asked < least) await delay(100);
    asking = false;
    await Promise.all(visitors);
    return {
      done: `${asked} requests on ${connections} keep-alive connections, ${replaced} web processes replaced`,
      figure: `${failures.length} failed${failures.length > 0 ? `: ${[...new Set(failures)].slice(0, 3).join(' | ')}` : ''}`,
      floor: '0 failed',
      held: failures.length === 0,
    };
  },
};

const ends: Line = {
  promise: 'P9',
  alone: true,
  title: 'From SIGTERM to the end of a busy process',
  async run(world) {
    const start = performance.now();
    const old = world.worker;
    const worker = await old.end();
    await world.startWorker();
    if (exits.length === 0) throw new Error('no web process was replaced');
    const longest = Math.max(worker, ...exits);
    return {
      done: `${exits.length} web processes and a worker, ${Math.round((performance.now() - start) / 1000)} s for the worker's turn`,
      figure: `at most ${(longest / 1000).toFixed(1)} s`,
      floor: `${world.within(EXIT_MS) / 1000} s`,
      held: longest <= world.within(EXIT_MS),
    };
  },
};

export const deploy: Section = { name: 'deploy', lines: [rolling, ends] };
