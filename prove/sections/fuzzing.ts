import { addressOf } from '@vitrine/contract/calls/address';
import { type Case, caseOf } from '../lib/cases.ts';
import type { Finding, Line } from '../lib/line.ts';
import { nothingWrong } from '../lib/line.ts';
import { loopDelay, type Reading, read } from '../lib/metrics.ts';
import { type Operation, operations } from '../lib/operations.ts';
import { logIn } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import type { Process } from '../lib/product.ts';
import { BRUNO, makeShop, type Shop } from '../lib/shop.ts';
import { crowd } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';

/** Calls with a password or a picture: each costs tens of ms of a core. */
const COSTLY = /\/(login|register|password|image|export|delete|transfer|account\/email|store\/export)(\/|$)/;
/** Cases of these calls may end the session, or close or rename the store. */
const BREAKING = /logout|sessions|password|account\/|store\/(edit|status|delete|transfer)|members\/leave/;
const WIDTH = 16;
const COSTLY_WIDTH = 2;
const DELAY_MS = 50;
/** No call reads a body that is larger, so the connection may be cut while such a body is still being sent. */
const REFUSED_BYTES = 256 * 1024;
/** Longest time of one request in ms; for a stream, until its headers. */
const ANSWER_MS = 20_000;

let delays: { before: Map<number, Reading>; after: Map<number, Reading> } | undefined;

/**
 * Web processes behind a reverse proxy, which names the sender of each request. So two million requests of two million senders
 * need few connections. Their log would be a gigabyte of refusals, so they log errors only.
 */
async function behindProxy(world: World): Promise<Process[]> {
  return await Promise.all(
    [0, 1].map(() => world.product.launch('web', { VITRINE_TRUST_PROXY: '1', LOG_LEVEL: 'error' })),
  );
}

/** An owner with a valid session and a store with its name. Cases may have ended or renamed the former ones. */
async function healthy(world: World, shop: Shop | undefined): Promise<{ shop: Shop; token: string; product: string }> {
  const seen = shop && (await world.call('GET /store', { token: shop.owner.token, from: newAddress() }));
  const usable =
    shop && seen?.status === 200 && seen.text.includes(`"${shop.subdomain}"`) ? shop : await makeShop(world);
  const token = await logIn(world, { ...usable.owner, from: newAddress() });
  usable.owner.token = token;
  await usable.tell('POST /store/status', { status: 'active' }, { token });
  const found = await usable.tell('POST /products', {}, { token });
  const product = /"_id":"([^"]+)"/.exec(found.text)?.[1] ?? (await usable.product());
  return { shop: usable, token, product };
}

async function send(
  world: World,
  { port }: Process,
  { method, login }: Operation,
  one: Case,
  token: string,
): Promise<string | undefined> {
  // A proxy appends the sender to what the sender claims.
  const claimed = one.headers['x-forwarded-for'];
  const headers = {
    ...(login && { authorization: `Bearer ${token}` }),
    ...one.headers,
    'x-forwarded-for': claimed ? `${claimed}, ${newAddress()}` : newAddress(),
  };
  const answer = await world
    .ask(one.path, {
      port,
      method,
      headers,
      ms: ANSWER_MS,
      headOnly: one.path.includes('/events'),
      ...(one.body && { body: one.body }),
    })
    .catch((error: Error) => ({ status: 0, text: error.message }));
  if (answer.status > 0 && answer.status < 500) return undefined;
  const cut = answer.status === 0 && /ECONNRESET|EPIPE/.test(answer.text);
  if (cut && (one.body?.length ?? 0) > REFUSED_BYTES) return undefined;
  return `${method} ${one.path.slice(0, 60)} with ${one.words.slice(0, 80)}: ${answer.status} ${answer.text.slice(0, 60)}`;
}

const everyCall: Line = {
  promise: 'P13',
  title: 'Every call answers every body, header and address without an error of ours',
  mostMs: () => 4 * 3_600_000,
  async run(world): Promise<Finding> {
    const [cases, costly] = [
      world.options.cases ?? world.much(3, 10_000),
      Math.min(world.options.cases ?? 500, world.much(2, 500)),
    ];
    const calls = await operations(world);
    const wrong: string[] = [];
    let sent = 0;
    let shop: Shop | undefined;
    let ready: Awaited<ReturnType<typeof healthy>> | undefined;
    const webs = await behindProxy(world);
    const readings = async () =>
      new Map(await Promise.all(webs.map(async (web) => [web.pid, await read(web)] as const)));
    const before = await readings();
    for (const operation of calls) {
      ready ??= await healthy(world, shop);
      const { product, token } = ready;
      shop = ready.shop;
      const { subdomain, id, name, categoryId } = shop;
      const known = {
        subdomain,
        nameDomain: subdomain,
        nameStore: name,
        categoryId,
        id: operation.path.startsWith(addressOf('GET /store')) ? id : product,
        productId: product,
        clientId: 77,
        discordId: BRUNO,
        paymentMethod: 'pix',
        email: shop.owner.email,
      };
      const expensive = COSTLY.test(operation.path);
      const count = expensive ? costly : cases;
      const found = await crowd(count, expensive ? COSTLY_WIDTH : WIDTH, (n) =>
        send(world, webs[n % webs.length] as Process, operation, caseOf(operation, n, known), token),
      );
      sent += count;
      wrong.push(...found.filter((one) => one !== undefined));
      if (BREAKING.test(operation.path)) ready = undefined;
    }
    delays = { before, after: await readings() };
    await Promise.all(webs.map((web) => web.end()));
    return nothingWrong(
      `${sent} hostile requests of ${calls.length} calls, ${cases} each (${costly} where a password or a picture is worked on)`,
      wrong,
      'errors',
    );
  },
};

const loopStaysFree: Line = {
  promise: 'P13',
  title: 'The event loop stays free while hostile requests come',
  longOnly: true,
  async run() {
    if (!delays) throw new Error('the line before this one sent no requests');
    const { before, after } = delays;
    const worst = [...after].map(([pid, reading]) => {
      const first = before.get(pid);
      if (!first) throw new Error('a process was replaced in between');
      return loopDelay(first, reading, 0.999);
    });
    const most = Math.max(...worst);
    return {
      done: 'the delay of each web process over the requests above',
      figure: `p99.9 within ${most} ms`,
      floor: `${DELAY_MS} ms`,
      held: most <= DELAY_MS,
    };
  },
};

export const fuzzing: Line[] = [everyCall, loopStaysFree];
