import { connect } from 'node:net';
import { addressOf } from '@vitrine/contract/calls/address';
import { type Answer, ask } from '../lib/http.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { register } from '../lib/people.ts';
import { makeShop } from '../lib/shop.ts';
import { DOMAIN, type World } from '../lib/world.ts';

/** Sends bytes unchanged to the balancer. Returns what came back within `ms` or until the end of the connection. */
async function raw(port: number, bytes: string, ms = 10_000): Promise<string> {
  return await new Promise((settle) => {
    let said = '';
    const end = () => {
      socket.destroy();
      settle(said);
    };
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(end, ms);
    socket.setEncoding('latin1').on('data', (text) => {
      said += text;
    });
    socket.once('error', end).once('close', () => {
      clearTimeout(timer);
      end();
    });
  });
}

/** Answers of all kinds: pages, files, the API, refusals. */
async function answersOfAllKinds(
  world: World,
): Promise<{ words: string; shop: boolean; page: boolean; answer: Answer }[]> {
  const shop = await makeShop(world);
  const product = await shop.product();
  const { reference } = await shop.placed(product);
  const home = await world.ask('/', { host: shop.host });
  const script = /\ssrc="(\/[^"]+\.js)"/.exec(home.text)?.[1] ?? '/nenhum.js';
  const asks: [words: string, path: string, what: Parameters<World['ask']>[1], kind: 'shop' | 'panel' | 'other'][] = [
    ['a shop', '/', { host: shop.host }, 'shop'],
    ['a product', `/products/${product}`, { host: shop.host }, 'shop'],
    ['the checkout', '/checkout', { host: shop.host }, 'shop'],
    ['an order', `/success/${reference}`, { host: shop.host }, 'shop'],
    ['a page that is missing', '/nao/existe', { host: shop.host }, 'shop'],
    ['the panel', '/', {}, 'panel'],
    ['the login page', '/login', {}, 'panel'],
    ['an unknown host', '/', { host: `ninguem.${DOMAIN}:${world.front.port}` }, 'panel'],
    ['a script', script, { host: shop.host }, 'other'],
    ['robots.txt', '/robots.txt', {}, 'other'],
    ['the description', addressOf('GET /openapi.json'), {}, 'other'],
    ['no login', addressOf('GET /profile'), {}, 'other'],
    ['an unknown call', '/v1/nada', {}, 'other'],
    ['no JSON', addressOf('POST /login'), { body: '{', headers: { 'content-type': 'application/json' } }, 'other'],
    ['OPTIONS', addressOf('POST /login'), { method: 'OPTIONS' }, 'other'],
    ['an address that cannot be read', '/%E0%A4%A', {}, 'other'],
  ];
  return await Promise.all(
    asks.map(async ([words, path, what, kind]) => ({
      words,
      shop: kind === 'shop',
      page: kind !== 'other',
      answer: await world.ask(path, what),
    })),
  );
}

const everyAnswer: Line = {
  promise: 'P13',
  title: 'Every answer carries its headers, errors and files too',
  async run(world) {
    const wrong: string[] = [];
    const answers = await answersOfAllKinds(world);
    for (const { words, answer } of answers) {
      const { headers } = answer;
      for (const name of [
        'content-security-policy',
        'referrer-policy',
        'cross-origin-opener-policy',
        'cache-control',
      ]) {
        if (!headers[name]) wrong.push(`${words}: no ${name}`);
      }
      if (headers['x-content-type-options'] !== 'nosniff') wrong.push(`${words}: no nosniff`);
      if (headers['access-control-allow-origin']) wrong.push(`${words}: CORS`);
      if (headers.server || headers['x-powered-by']) wrong.push(`${words}: says what it runs on`);
    }
    return nothingWrong(`${answers.length} answers of all kinds`, wrong, 'missing');
  },
};

const policies: Line = {
  promise: 'P11',
  title: 'Pages run the scripts of their own list only, and a shop no styles but its own',
  async run(world) {
    const wrong: string[] = [];
    const pages = (await answersOfAllKinds(world)).filter(({ page }) => page);
    for (const { words, shop, answer } of pages) {
      const policy = String(answer.headers['content-security-policy']);
      const rule = (name: string) => policy.split(';').find((part) => part.trim().startsWith(`${name} `)) ?? '';
      const scripts = rule('script-src') || rule('default-src');
      if (/unsafe-inline|unsafe-eval|\*|https?:(\s|$)/.test(scripts)) wrong.push(`${words}: scripts ${scripts}`);
      if (shop && /unsafe-inline/.test(rule('style-src'))) wrong.push(`${words}: unsafe-inline styles`);
      for (const name of ['object-src', 'base-uri', 'frame-ancestors']) {
        if (!rule(name).includes("'none'") && !rule('default-src').includes("'none'")) wrong.push(`${words}: ${name}`);
      }
      // Only pages of a shop must have Trusted Types, because the panel's libraries write markup.
      if (shop && !/require-trusted-types-for 'script'/.test(policy)) wrong.push(`${words}: no Trusted Types`);
      if (!/report-(to|uri) /.test(policy)) wrong.push(`${words}: no reports`);
    }
    return nothingWrong(`${pages.length} pages`, wrong, 'open');
  },
};

const disclosure: Line = {
  promise: 'P14',
  title: 'security.txt says where to report',
  async run(world) {
    const { status, text, headers } = await world.ask('/.well-known/security.txt');
    const fields = ['Contact:', 'Expires:'].filter((field) => text.includes(field));
    return {
      done: 'GET /.well-known/security.txt',
      figure: `${status}, ${headers['content-type']}, ${fields.join(' ') || 'no fields'}`,
      floor: '200, text/plain, Contact: Expires:',
      held: status === 200 && fields.length === 2 && String(headers['content-type']).startsWith('text/plain'),
    };
  },
};

const doubled: Line = {
  promise: 'P10',
  title: 'A doubled Host or Authorization is refused, and no second request hides in a first',
  async run(world) {
    const { token } = await register(world);
    const { port } = world.front;
    const host = `host: ${DOMAIN}:${port}\r\n`;
    // These requests are written by hand, because their form is the attack.
    const tries: [string, string][] = [
      ['two hosts', `GET / HTTP/1.1\r\n${host}host: outra.${DOMAIN}\r\nconnection: close\r\n\r\n`],
      [
        'two logins',
        `GET /v1/profile HTTP/1.1\r\n${host}authorization: Bearer ${token}\r\nauthorization: Bearer x\r\nconnection: close\r\n\r\n`,
      ],
      ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
      [
        'two lengths',
        `POST /v1/login HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x`,
      ],
      [
        'length and chunks',
        `POST /v1/login HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/plan HTTP/1.1\r\n${host}\r\n`,
      ],
      ['a header with a bare line feed', `GET / HTTP/1.1\r\n${host}x: a\nb\r\n\r\n`],
    ];
    const wrong: string[] = [];
    for (const [words, bytes] of tries) {
      const said = await raw(port, bytes);
      if (!/^HTTP\/1\.1 4\d\d /.test(said)) wrong.push(`${words}: ${said.split('\r\n')[0] || 'no answer'}`);
      if ((said.match(/HTTP\/1\.1 /g) ?? []).length > 1) wrong.push(`${words}: two answers`);
    }
    return nothingWrong(`${tries.length} requests that are two in one`, wrong, 'taken');
  },
};

const expectation: Line = {
  promise: 'P13',
  title: 'A body above the limit is refused before it is asked for',
  async run(world) {
    const { port } = world.front;
    const said = await raw(
      port,
      `POST /v1/login HTTP/1.1\r\nhost: ${DOMAIN}:${port}\r\ncontent-type: application/json\r\ncontent-length: 50000000\r\nexpect: 100-continue\r\n\r\n`,
    );
    const line = said.split('\r\n')[0] || 'no answer';
    return {
      done: 'Expect: 100-continue with a length of 50 MB',
      figure: line,
      floor: 'HTTP/1.1 413',
      held: line.startsWith('HTTP/1.1 413') && !said.includes('100 Continue'),
    };
  },
};

const underHttps: Line = {
  promise: 'P12',
  title: 'Under https: HSTS, and cookies bound to the host',
  async run(world) {
    const web = await world.product.launch('web', { VITRINE_PUBLIC_URL: `https://${DOMAIN}` });
    try {
      const answer = await ask({ port: web.port, path: addressOf('GET /login/discord/start'), host: DOMAIN });
      const cookies = answer.headers['set-cookie'] ?? [];
      const loose = cookies.filter(
        (one) => !/^__Host-.*; ?Secure/i.test(one.replaceAll('; ', ';').replaceAll(';', '; ')),
      );
      const hsts = answer.headers['strict-transport-security'] ?? 'no HSTS';
      return {
        done: 'the start of a login with Discord',
        figure: `${cookies.length} cookies, ${loose.length} without __Host-: ${loose.map((one) => one.split('=')[0]).join(', ')}; ${hsts}`,
        floor: 'all with __Host-; max-age a year',
        held: cookies.length > 0 && loose.length === 0 && Number(/max-age=(\d+)/.exec(hsts)?.[1] ?? 0) >= 31_536_000,
      };
    } finally {
      await web.kill();
    }
  },
};

export const headers: Section = {
  name: 'headers',
  lines: [everyAnswer, policies, disclosure, doubled, expectation, underHttps],
};
