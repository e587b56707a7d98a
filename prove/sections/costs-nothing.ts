import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@vitrine/contract/calls/address';
import { control } from '../lib/http.ts';
import type { Line } from '../lib/line.ts';
import { newEmail, register, registerUnproven } from '../lib/people.ts';
import { png } from '../lib/pictures.ts';
import { newAddress } from '../lib/ports.ts';
import { makeShop } from '../lib/shop.ts';
import { crowd } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';
import { sendPicture } from './uploads.ts';

/** Abuse that costs nothing: each kind has a limit. */

const mailsTo = async (world: World, addresses: ReadonlySet<string>) => {
  const mails = await control<{ to: string[] }[]>(`${world.standins.pages.mail}/__control/mails`);
  return mails.filter(({ to }) => to.some((one) => addresses.has(one))).length;
};

const strangersMails: Line = {
  promise: 'P13',
  title: 'A new store that sold nothing mails no strangers with orders that cost nothing',
  async run(world) {
    const shop = await makeShop(world, { payments: false, name: 'Texto do atacante' });
    const product = await shop.product();
    await shop.call('POST /discounts/create', { code: 'TUDO', type: 'percentage', value: 100 });
    const strangers = new Set(Array.from({ length: world.much(8, 150) }, () => newEmail('estranho')));
    const answers = await crowd(strangers.size, 4, (n) =>
      shop.order(product, { coupon: 'TUDO', email: [...strangers][n] }),
    );
    await delay(world.much(3000, 15_000));
    const sent = await mailsTo(world, strangers);
    const placed = answers.filter(({ status }) => status === 200).length;
    return {
      done: `${strangers.size} orders of R$ 0 with as many addresses of strangers, ${placed} of them placed`,
      figure: `${sent} mails`,
      floor: '0 mails',
      held: sent === 0,
    };
  },
};

const oneMailbox: Line = {
  promise: 'P13',
  title: 'One mailbox gets a bounded number of mails, whatever they are about',
  longOnly: true,
  async run(world) {
    const victim = await register(world, 'Vera Vítima');
    const shops = [await makeShop(world, { plan: 'Premium' }), await makeShop(world, { plan: 'Premium' })];
    const before = await mailsTo(world, new Set([victim.email]));
    const rounds = 30;
    for (let n = 0; n < rounds; n += 1) {
      const from = newAddress();
      await world.call('POST /password/forgot', { from, body: { email: victim.email } });
      await world.call('POST /login/register', {
        from,
        body: { name: 'De Novo', email: victim.email, password: 'Outra-senha-77' },
      });
      for (const shop of shops) {
        await shop.tell('POST /members/invite', { email: victim.email, role: 'attendant' });
        const { invitations } = await shop.call('POST /members');
        const [open] = invitations;
        if (open) await shop.tell('POST /members/invitations/resend', { id: open.id });
      }
    }
    await delay(15_000);
    const sent = (await mailsTo(world, new Set([victim.email]))) - before;
    // Twenty of all kinds, and a reserve for warnings and sign-in links.
    const most = 36;
    return {
      done: `${rounds} rounds of forgotten passwords, registrations and invitations for one address`,
      figure: `${sent} mails`,
      floor: `at most ${most} an hour`,
      held: sent <= most,
    };
  },
};

const guessing: Line = {
  promise: 'P13',
  title: 'Guessing coupons has one counter over coupon box, quote and order',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const from = newAddress();
    const { subdomain, host } = shop;
    const idProducts = [{ id: product, quantity: 1 }];
    let box = 0;
    let status = 0;
    const most = 300;
    while (status !== 429 && box < most) {
      box += 1;
      const body = { subdomain, code: `P${box}`, idProducts };
      ({ status } = await world.call('POST /discounts/check', { from, host, body }));
    }
    const quote = await world.call('POST /order/quote', { from, host, body: { subdomain, idProducts, coupon: 'ZZZ' } });
    const order = await shop.order(product, { coupon: 'ZZZ' }, { from });
    const honest = await shop.order(product);
    return {
      done: 'one address guesses in the coupon box until it is refused, then in the quote and in an order',
      figure: `box refused after ${box}, quote ${quote.status}, order ${order.status}, another shopper ${honest.status}`,
      floor: `fewer than ${most}, 429, 429, 200`,
      held: box < most && quote.status === 429 && order.status === 429 && honest.status === 200,
    };
  },
};

const numbers: Line = {
  promise: 'P13',
  title: 'Variables, discounts and tries of a subscription have an end',
  longOnly: true,
  async run(world) {
    const shop = await makeShop(world);
    const most = 1500;
    const untilRefused = async (make: (n: number) => ReturnType<typeof shop.tell>) => {
      for (let n = 1; n <= most; n += 1) {
        const { status } = await make(n);
        if (status >= 400) return `${status} at ${n}`;
      }
      return `never in ${most}`;
    };
    const variables = await untilRefused((n) =>
      shop.tell('POST /variables/create', { variable: { kind: 'constant', name: `v${n}`, value: 'x' } }),
    );
    const discounts = await untilRefused((n) =>
      shop.tell('POST /discounts/create', { code: `D${n}`, type: 'percentage', value: 1 }),
    );
    const { plans } = await world.demand('GET /plan');
    const planId = plans.find(({ name }) => name === 'Pro')?._id;
    const subscriptions = await untilRefused(() =>
      shop.tell('POST /subscription/create', { planId, paymentMethod: 'pix' }),
    );
    const all = [variables, discounts, subscriptions];
    return {
      done: `variables, discounts and subscriptions of one store until refused, at most ${most} each`,
      figure: all.join('; '),
      floor: 'each refused',
      held: all.every((one) => !one.startsWith('never')),
    };
  },
};

const streams: Line = {
  promise: 'P13',
  title: 'At most five live streams of one order, from wherever they come',
  async run(world) {
    const shop = await makeShop(world);
    const { reference } = await shop.placed(await shop.product());
    const { port } = world.front;
    const sockets: Socket[] = [];
    try {
      const answers = await Promise.all(
        Array.from(
          { length: 20 },
          () =>
            new Promise<string>((settle) => {
              const line = connect({ port, host: '127.0.0.1', localAddress: newAddress() }, () =>
                line.write(
                  `GET ${addressOf('GET /order/:external_reference/events', { external_reference: reference })} HTTP/1.1\r\nhost: ${shop.host}\r\naccept: text/event-stream\r\n\r\n`,
                ),
              );
              sockets.push(line);
              line.once('data', (chunk) => settle(chunk.toString('latin1', 9, 12)));
              line.once('error', () => settle('none')).once('close', () => settle('none'));
            }),
        ),
      );
      const open = answers.filter((status) => status === '200').length;
      const most = 5 * world.webs.length;
      return {
        done: '20 streams of one order from 20 addresses, over two web processes',
        figure: `${open} live`,
        floor: `1 to ${most}`,
        held: open >= 1 && open <= most,
      };
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

const bigPictures: Line = {
  promise: 'P13',
  title: 'While large pictures come, people log in, and what is too much is refused',
  async run(world) {
    const [shop, person] = [await makeShop(world), await registerUnproven(world)];
    const count = world.much(10, 30);
    const bytes = png(4000, 3900);
    const pictures = Promise.all(Array.from({ length: count }, () => sendPicture(shop, bytes)));
    await delay(100);
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { status, waited } = await world.call('POST /login', { from: newAddress(), body: person });
      if (status !== 200) throw new Error(`a login beside pictures: ${status}`);
      waits.push(waited);
    }
    const answers = await pictures;
    const taken = answers.filter(({ status }) => status === 200).length;
    const strange = answers.filter(({ status }) => ![200, 413, 422, 429, 503].includes(status));
    const slowest = Math.max(...waits) / 1000;
    return {
      done: `${count} pictures of 15.6 megapixels at once, 5 logins meanwhile`,
      figure: `slowest login ${slowest.toFixed(2)} s; ${taken} taken, ${count - taken} refused, ${strange.length} strange`,
      floor: `${world.within(2000) / 1000} s; 0 strange`,
      held: slowest <= world.within(2000) / 1000 && strange.length === 0,
    };
  },
};

const cutInTime: Line = {
  promise: 'P13',
  title: 'A connection that does not finish its headers, or its body, is cut in the promised time',
  longOnly: true,
  async run(world) {
    const { port } = world.webs[0] ?? { port: 0 };
    const lasts = (first: string, drip: string) =>
      new Promise<number>((settle) => {
        const start = performance.now();
        const line = connect({ port, host: '127.0.0.1', localAddress: newAddress() }, () => line.write(first));
        const timer = setInterval(() => line.writable && line.write(drip), 1000);
        const end = () => {
          clearInterval(timer);
          clearTimeout(last);
          line.destroy();
          settle((performance.now() - start) / 1000);
        };
        const last = setTimeout(end, 90_000);
        line.once('error', end).once('close', end).on('end', end).resume();
      });
    const head = `POST ${addressOf('POST /login')} HTTP/1.1\r\nhost: vitrine.localhost\r\n`;
    const [headers, body] = await Promise.all([
      lasts(head, 'x: y\r\n'),
      lasts(`${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n`, ' '),
    ]);
    return {
      done: 'headers and a body sent one byte a second',
      figure: `headers cut after ${headers.toFixed(0)} s, the body after ${body.toFixed(0)} s`,
      floor: '15 s, 30 s (each with 2 s of tolerance)',
      held: headers <= 17 && body <= 32,
    };
  },
};

const manyConnections: Line = {
  promise: 'P13',
  title: 'One address holds a bounded number of connections, and others still come in',
  async run(world) {
    const { port } = world.webs[0] ?? { port: 0 };
    const from = newAddress();
    const many = 2000;
    const sockets = Array.from({ length: many }, () =>
      connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {}),
    );
    try {
      await delay(2000);
      // Connections that are still being opened count as well: only those that the server ended are gone.
      const live = sockets.filter((socket) => !socket.destroyed).length;
      const other = await world.ask('/readyz', { port, from: newAddress() });
      return {
        done: `${many} connections of one address that say nothing`,
        figure: `${live} stay open, another visitor is answered ${other.status}`,
        floor: `fewer than ${many}, 200`,
        held: live < many && other.status === 200,
      };
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

export const costsNothing: Line[] = [
  strangersMails,
  oneMailbox,
  guessing,
  numbers,
  streams,
  bigPictures,
  manyConnections,
  cutInTime,
];
