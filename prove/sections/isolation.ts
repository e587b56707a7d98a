import { addressOf } from '@vitrine/contract/calls/address';
import type { CallName } from '@vitrine/contract/calls/table';
import type { Answer } from '../lib/http.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { operations } from '../lib/operations.ts';
import { register } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import { makeShop } from '../lib/shop.ts';
import { DOMAIN } from '../lib/world.ts';

/** Words that a program may use inside for something that is no store. */
const WORDS =
  'apex unknown panel store platform domain home page pages root index default none null undefined main landing robots sitemap favicon assets images static public dashboard shop host tenant cache admin www'.split(
    ' ',
  );
const PANEL = ['/', '/robots.txt', '/sitemap.xml', '/favicon.ico', '/login', '/dashboard'];

/** The parts that differ from answer to answer without a meaning. */
const plain = ({ status, text }: Answer) =>
  `${status} ${text.replace(/"requestId":"[^"]*"/g, '').replace(/nonce="[^"]*"/g, '')}`;

const internalWords: Line = {
  promise: 'P10',
  title: 'A store with the name of something internal changes nothing of the panel, and shows nothing of it',
  async run(world) {
    const see = async () =>
      new Map(await Promise.all(PANEL.map(async (path) => [path, plain(await world.ask(path))] as const)));
    const before = await see();
    const hosts: string[] = [];
    let owner = await register(world);
    for (const [at, word] of WORDS.entries()) {
      // An account has at most 20 stores.
      if (at === 16) owner = await register(world);
      const { token, from } = owner;
      const body = { nameStore: `Loja ${word}`, nameDomain: word };
      const { status } = await world.call('POST /store/create', { token, from, body });
      if (status === 200) hosts.push(`${word}.${DOMAIN}:${world.front.port}`);
    }
    // New processes have kept nothing yet. So the stores are the first hosts that they see.
    for (const old of [...world.webs]) {
      await world.addWeb();
      await old.kill();
    }
    const wrong: string[] = [];
    const names = [...new Set([...hosts, ...WORDS.map((word) => `${word}.${DOMAIN}:${world.front.port}`)])];
    for (const _process of world.webs) {
      for (const host of names) {
        for (const path of PANEL) {
          const { status, text } = await world.ask(path, { host });
          if (path === '/dashboard' && status === 200)
            wrong.push(`${host}${path}: ${status}, ${text.length} bytes of the panel`);
        }
      }
    }
    for (const _process of world.webs) {
      for (const [path, now] of await see()) if (now !== before.get(path)) wrong.push(`the panel's ${path} is another`);
    }
    return nothingWrong(
      `${WORDS.length} words, ${hosts.length} of them taken, each visited first in new processes`,
      wrong,
      'changed',
    );
  },
};

const strangers: Line = {
  promise: 'P10',
  title: 'Every call about a store: 401 without a login, and the same 404 for a foreign store as for none',
  async run(world) {
    const [shop, stranger] = [await makeShop(world), await register(world)];
    const product = await shop.product();
    const wrong: string[] = [];
    let calls = 0;
    for (const { method, path, permission } of await operations(world)) {
      if (!permission) continue;
      calls += 1;
      const named = (subdomain: string, id: string) => {
        const address = path.replaceAll('{subdomain}', subdomain).replaceAll(/\{\w+\}/g, product);
        const body = { subdomain, id, productData: { subdomain }, productId: product };
        return { address, headers: { 'x-store': subdomain }, ...(method === 'GET' ? {} : { body }) };
      };
      const tryAs = async (token: string | undefined, subdomain: string, id: string) => {
        const { address, ...what } = named(subdomain, id);
        return await world.ask(address, { ...what, method, from: stranger.from, ...(token && { token }) });
      };
      const anonymous = await tryAs(undefined, shop.subdomain, shop.id);
      const foreign = await tryAs(stranger.token, shop.subdomain, shop.id);
      const none = await tryAs(stranger.token, 'nao-existe-esta-loja', 'nenhuma');
      if (anonymous.status !== 401) wrong.push(`${method} ${path} without a login: ${anonymous.status}`);
      if (foreign.status !== 404) wrong.push(`${method} ${path}: ${foreign.status}`);
      else if (plain(foreign) !== plain(none)) wrong.push(`${method} ${path}: foreign and unknown differ`);
    }
    return nothingWrong(`${calls} calls × nobody, a stranger, an unknown store`, wrong, 'leaks');
  },
};

const foreignIds: Line = {
  promise: 'P10',
  title: "Another store's ids in one's own calls find nothing",
  async run(world) {
    const [mine, theirs] = [await makeShop(world), await makeShop(world)];
    const product = await theirs.product();
    const placed = await theirs.placed(product);
    const [order] = await world.rows<{ id: string }>('select id from "order" where reference = $1', [placed.reference]);
    const lines = [{ id: product, quantity: 1 }];
    const tries: [CallName, object][] = [
      ['POST /order/details', { id: order?.id }],
      ['POST /order/refund', { id: order?.id }],
      ['POST /products/name', { id: product }],
      ['POST /categories/name', { id: theirs.categoryId }],
      ['POST /products/create', { name: 'Emprestado', price: 5, categoryId: theirs.categoryId }],
      ['POST /deliveries', { orderId: order?.id }],
      ['POST /order/manual', { clientId: 1, discordId: '391822001983488001', idProducts: lines, reason: 'x' }],
    ];
    const wrong: string[] = [];
    for (const [name, body] of tries) {
      const answer = await mine.tell(name, body);
      if (answer.status < 300 && answer.text.includes(product)) wrong.push(`${name}: ${answer.status}`);
      if (answer.status < 300 && name !== 'POST /deliveries') wrong.push(`${name}: ${answer.status}`);
    }
    const bought = await mine.order(product);
    if (bought.status < 400) wrong.push(`bought in another store: ${bought.status}`);
    const question = { kind: 'question', name: 'pergunta', label: 'Qual?', answer: 'text', products: [product] };
    const asked = await mine.tell('POST /variables/create', { variable: question });
    if (asked.status < 300 && asked.text.includes(product)) wrong.push('a question keeps a product of another store');
    const paid = await world.call('POST /order/pay', {
      host: mine.host,
      from: newAddress(),
      body: { external_reference: placed.reference },
    });
    if (paid.status < 400) wrong.push(`order/pay on another store's host: ${paid.status}`);
    return nothingWrong(`${tries.length + 3} calls of an owner with ids of another store`, wrong, 'found');
  },
};

const closed: Line = {
  promise: 'P10',
  title: 'A closed store, and a deleted one, answers as closed everywhere',
  async run(world) {
    const wrong: string[] = [];
    for (const how of ['closed', 'deleted'] as const) {
      const shop = await makeShop(world);
      const product = await shop.product({ name: 'Segredo da Loja' });
      const placed = await shop.placed(product);
      if (how === 'closed') await shop.call('POST /store/status', { status: 'inactive' });
      else await shop.call('POST /store/delete', {});
      const { subdomain, host } = shop;
      const from = newAddress();
      const lines = [{ id: product, quantity: 1 }];
      const asks: [string, object | undefined][] = [
        [addressOf('POST /products'), { subdomain }],
        [addressOf('POST /categories'), { subdomain }],
        [addressOf('GET /products/:id', { id: product }), undefined],
        [addressOf('POST /order/quote'), { subdomain, idProducts: lines }],
        [addressOf('POST /discounts/check'), { subdomain, code: 'X', idProducts: lines }],
        [addressOf('POST /order/pay'), { external_reference: placed.reference }],
        ['/', undefined],
        [`/products/${product}`, undefined],
      ];
      for (const [path, body] of asks) {
        const { status, text } = await world.ask(path, { host, from, ...(body && { body }) });
        if (text.includes('Segredo da Loja')) wrong.push(`${how}: ${path} shows what was sold`);
        if (path.includes('pay') && status < 400) wrong.push(`${how}: ${path} is answered ${status}`);
      }
      const bought = await shop.order(product);
      if (bought.status < 400) wrong.push(`${how}: an order is taken`);
    }
    return nothingWrong('a closed and a deleted store, 9 calls and pages each', wrong, 'open');
  },
};

const hosts: Line = {
  promise: 'P10',
  title: 'Hosts that are not ours, and headers that pretend one, get no store',
  async run(world) {
    const shop = await makeShop(world);
    await shop.product({ name: 'Somente Daqui' });
    const { port } = world.front;
    const foreign = [
      `${shop.subdomain}.evil.example`,
      `${shop.subdomain}.${DOMAIN}.evil.example`,
      `x.${shop.subdomain}.${DOMAIN}:${port}`,
      `evil${DOMAIN}`,
      `${shop.subdomain}%00.${DOMAIN}`,
      '127.0.0.1',
    ];
    const wrong: string[] = [];
    for (const host of foreign) {
      const { text } = await world.ask('/', { host });
      if (text.includes('Somente Daqui')) wrong.push(host);
    }
    const forwarded = { 'x-forwarded-host': shop.host, 'x-original-host': shop.host, forwarded: `host=${shop.host}` };
    const led = await world.ask('/', { headers: forwarded });
    if (led.text.includes('Somente Daqui')) wrong.push('X-Forwarded-Host');
    const own = await world.ask('/', { host: `${shop.subdomain.toUpperCase()}.${DOMAIN}.:${port}` });
    if (!own.text.includes('Somente Daqui')) wrong.push('its own name in capitals with a dot is refused');
    return nothingWrong(`${foreign.length + 2} hosts`, wrong);
  },
};

export const isolation: Section = { name: 'isolation', lines: [internalWords, strangers, foreignIds, closed, hosts] };
