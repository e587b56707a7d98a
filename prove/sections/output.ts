import { API, addressOf } from '@vitrine/contract/calls/address';
import { ask } from '../lib/http.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { mailTo, newEmail, PASSWORD, register } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import { BRUNO, makeShop } from '../lib/shop.ts';

const addressOfOrder = (reference: string) =>
  addressOf('GET /order/:external_reference', { external_reference: reference });

const publicOrder: Line = {
  promise: 'P14',
  title: 'The public order and its page show no contact data, and are not kept or indexed',
  async run(world) {
    const shop = await makeShop(world);
    const email = newEmail('comprador');
    const { reference } = await shop.placed(await shop.product(), { email, name: 'Beatriz Sigilosa' });
    const wrong: string[] = [];
    for (const path of [addressOfOrder(reference), `/success/${reference}`, `/pix/${reference}`]) {
      const { text, headers, status } = await world.ask(path, { host: shop.host, from: newAddress() });
      for (const secret of [email, BRUNO, 'Beatriz Sigilosa', shop.apiToken, shop.seller]) {
        if (text.includes(secret)) wrong.push(`${path} shows ${secret.slice(0, 12)}`);
      }
      if (!/no-store/.test(String(headers['cache-control']))) wrong.push(`${path} may be kept`);
      if (status === 200 && !path.startsWith(API) && !/noindex/.test(text + String(headers['x-robots-tag']))) {
        wrong.push(`${path} may be indexed`);
      }
    }
    return nothingWrong('an order with name, e-mail and Discord id, as its pages and the API show it', wrong, 'shown');
  },
};

const refusals: Line = {
  promise: 'P14',
  title: 'No refusal tells of statements, files, stacks or versions',
  async run(world) {
    const shop = await makeShop(world, { payments: false });
    // The addresses are raw, because some of them are the attack.
    const asks: [string, Parameters<typeof world.ask>[1]][] = [
      ['/v1/login', { body: '{', headers: { 'content-type': 'application/json' } }],
      ['/v1/login', { body: { email: [], password: {} } }],
      ['/v1/order/%00', {}],
      [`/v1/order/${'a'.repeat(190)}`, {}],
      ['/v1/products', { body: { subdomain: "' or 1=1 --" } }],
      ['/v1/game/sync', { body: {} }],
      ['/webhooks/mercadopago/x/y', { body: {} }],
      ['/v1/order/create', { body: { subdomain: shop.subdomain, clientId: 2 ** 70 } }],
      ['/images/..%2f..%2fetc/passwd', {}],
      ['/assets/..%2f..%2fpackage.json', {}],
      ['/.env', {}],
      ['/metrics', {}],
      ['/package.json', {}],
      ['/%c0%ae%c0%ae/', {}],
    ];
    const telling =
      /\bat [\w.]+ \(|node_modules|\.ts:\d|select .* from|syntax error|postgres|relation "|\/work\/|\/home\/|fastify|"version"/i;
    const wrong: string[] = [];
    for (const [path, what] of asks) {
      const { status, text } = await world.ask(path, what);
      if (status >= 500) wrong.push(`${path}: ${status}`);
      const found = telling.exec(text.replaceAll(/<script[\s\S]*?<\/script>/g, ''))?.[0];
      if (found) wrong.push(`${path} says "${found}"`);
    }
    return nothingWrong(`${asks.length} requests that are refused`, wrong, 'told');
  },
};

const logs: Line = {
  promise: 'P14',
  title: 'No secret and no personal datum reaches the log, not even at its most talkative',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const web = await world.product.launch('web', { LOG_LEVEL: 'debug' });
    const before = world.product.log().length;
    const email = newEmail('sigilo');
    const { port } = web;
    try {
      const on = (path: string, what: object = {}) => ask({ port, path, host: shop.host, from: newAddress(), ...what });
      await on(addressOf('POST /login'), { body: { email: shop.owner.email, password: PASSWORD } });
      await on(addressOf('POST /login'), { body: { email, password: 'senha-errada-1' } });
      const order = { subdomain: shop.subdomain, clientId: 7, discordId: BRUNO, paymentMethod: 'pix', email };
      const placed = await on(addressOf('POST /order/create'), {
        body: { ...order, idProducts: [{ id: product, quantity: 1 }] },
      });
      const reference = /"external_reference":"([^"]+)"/.exec(placed.text)?.[1] ?? 'nenhuma-referencia';
      await on(addressOfOrder(reference));
      await on(`/success/${reference}`);
      await on(addressOf('GET /profile'), { token: shop.owner.token });
      const notice = (await shop.placed(product)).notice;
      await on(notice, { body: { type: 'payment', data: { id: '1' } } });
      await on(addressOf('POST /email/verify'), { body: { token: 'um-token-que-nao-existe' } });
      const text = world.product.log().slice(before);
      const key = new URL(notice, 'http://x').pathname.split('/').at(-1) ?? '';
      const secrets = {
        email,
        password: PASSWORD,
        token: shop.owner.token,
        discord: BRUNO,
        'notice key': key,
        reference,
      };
      const found = Object.entries({ ...secrets, seller: shop.seller, identification: shop.apiToken })
        .filter(([, secret]) => secret && text.includes(secret))
        .map(([name]) => name);
      const lines = text.split('\n').length;
      if (lines < 8) throw new Error('the process wrote no log');
      return nothingWrong(`8 calls with secrets at LOG_LEVEL=debug, ${lines} lines read`, found, 'found');
    } finally {
      await web.kill();
    }
  },
};

const mailNames: Line = {
  promise: 'P11',
  title: 'The name of a store makes no link, header or second line in a mail to a stranger',
  async run(world) {
    const owner = await register(world);
    const shop = await makeShop(world, { owner, plan: 'Premium', name: 'Ganhe em https://golpe.example/premio agora' });
    const guest = newEmail('convidado');
    await shop.call('POST /members/invite', { email: guest, role: 'attendant' });
    const { subject, text } = await mailTo(world, guest, 'Convite');
    const wrong: string[] = [];
    if (/golpe\.example/.test(subject)) wrong.push(`subject: ${subject}`);
    if (/golpe\.example/.test(text)) wrong.push('text: golpe.example');
    const name = 'Loja\r\nBcc: outro@exemplo.com.br\u202e';
    const split = await makeShop(world, { owner, plan: 'Premium', name });
    const second = newEmail('convidado');
    await split.call('POST /members/invite', { email: second, role: 'attendant' });
    const mail = await mailTo(world, second, 'Convite');
    if (/[\r\n\u202e]/.test(mail.subject)) wrong.push('a line break in the subject');
    return nothingWrong('two invitations of stores whose names are traps', wrong, 'let through');
  },
};

const escaped: Line = {
  promise: 'P11',
  title: 'What an owner or a shopper writes stays text in pages and data',
  async run(world) {
    const trap = '</script><img src=x onerror=alert(1)>"\'`{{7*7}}\u2028';
    const shop = await makeShop(world, { name: `Loja ${trap}`.slice(0, 60) });
    const product = await shop.product({ name: `VIP ${trap}`, description: trap });
    const { reference } = await shop.placed(product, { name: trap });
    const wrong: string[] = [];
    for (const path of ['/', `/products/${product}`, '/checkout', `/success/${reference}`, '/sitemap.xml', '/nada']) {
      const { text } = await world.ask(path, { host: shop.host });
      if (/<img src=x onerror/i.test(text)) wrong.push(`${path}: markup`);
      const open = (text.match(/<script/gi) ?? []).length;
      const ended = (text.match(/<\/script>/gi) ?? []).length;
      if (open !== ended) wrong.push(`${path}: a script ended early`);
    }
    return nothingWrong('a trap as name of store, product and buyer, on 6 pages', wrong, 'escaped its place');
  },
};

export const output: Section = { name: 'output', lines: [publicOrder, refusals, logs, mailNames, escaped] };
