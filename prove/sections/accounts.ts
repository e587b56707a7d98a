import type { CallName } from '@vitrine/contract/calls/table';
import type { Answer } from '../lib/http.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { logIn, newEmail, PASSWORD, type Person, register, registerUnproven, tokenInMail } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import { makeShop } from '../lib/shop.ts';
import { crowd } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';
import { discovery } from './discovery.ts';
import { stolen } from './stolen.ts';

const OTHER_PASSWORD = 'Outra-senha-comprida-8';

const asPerson = ({ token, from }: Person) => ({ token, from });
const verifiedOf = async (world: World, person: Person) => {
  const answer = await world.call('GET /profile', asPerson(person));
  return answer.status === 200 && answer.json().user.emailVerified;
};

const strangersClick: Line = {
  promise: 'P12',
  title:
    "An account made with a victim's address is not proven by the victim's click, and ends with the victim's reset",
  async run(world) {
    const wrong: string[] = [];
    const email = newEmail('vitima');
    const thief = await registerUnproven(world, 'Ladrão de Contas', email);
    const link = await world.call('POST /account/link/discord', { ...asPerson(thief), body: {} });
    if (link.status < 300) wrong.push('the thief may link a login');
    const victim = newAddress();
    await world.call('POST /email/verify', {
      from: victim,
      body: { token: await tokenInMail(world, email, 'Confirme') },
    });
    if (await verifiedOf(world, thief)) wrong.push("the victim's click proved the thief's account");
    await world.call('POST /password/forgot', { from: victim, body: { email } });
    const token = await tokenInMail(world, email, 'nova senha');
    const reset = await world.call('POST /password/reset', { from: victim, body: { token, password: OTHER_PASSWORD } });
    if (reset.status !== 200) wrong.push(`the victim's reset: ${reset.status}`);
    if ((await world.call('GET /profile', asPerson(thief))).status !== 401) wrong.push("the thief's session lives");
    const again = await world.call('POST /login', { from: thief.from, body: { email, password: PASSWORD } });
    if (again.status === 200) wrong.push("the thief's password still opens it");
    const twice = await world.call('POST /password/reset', { from: victim, body: { token, password: PASSWORD } });
    if (twice.status === 200) wrong.push('the link worked twice');
    return nothingWrong('registered by a thief, clicked and reset by the owner of the address', wrong);
  },
};

const unproven: Line = {
  promise: 'P12',
  title: 'An account that is not proven is worth nothing to a thief',
  async run(world) {
    const person = await registerUnproven(world, 'Sem Prova');
    const { token, from } = person;
    const wrong: string[] = [];
    const shop = await makeShop(world, { owner: person, payments: false }).catch(() => undefined);
    if (!shop) throw new Error('an account without a proven address cannot create a store');
    const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
    const fields = { id: shop.id, nameStore: shop.name, nameDomain: shop.subdomain, branding };
    const tries: [words: string, name: CallName, body: object][] = [
      [
        'connects a payment account',
        'POST /store/edit',
        { ...fields, mercadoPago: { accessToken: (await makeShop(world)).seller } },
      ],
      ['invites', 'POST /members/invite', { subdomain: shop.subdomain, email: newEmail('alvo'), role: 'manager' }],
      ['links a login', 'POST /account/link/google', {}],
    ];
    for (const [words, name, body] of tries) {
      const { status, code } = await world.call(name, { token, from, body });
      // The free plan has no seats: that refusal says nothing about the proof.
      if (status < 300 || code === 'plan_member_limit') wrong.push(`${words}: ${status} ${code ?? ''}`);
    }
    return nothingWrong('payment account, invitation, another login', wrong, 'allowed');
  },
};

const paymentTries: Line = {
  promise: 'P12',
  title: 'Trying payment tokens has an end',
  async run(world) {
    const shop = await makeShop(world);
    const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
    let tries = 0;
    let status = 0;
    const most = 60;
    while (tries < most && status !== 429) {
      tries += 1;
      const accessToken = `APP_USR-${tries}`.padEnd(60, '0');
      const fields = { id: shop.id, nameStore: shop.name, nameDomain: shop.subdomain, branding };
      ({ status } = await shop.tell('POST /store/edit', { ...fields, mercadoPago: { accessToken } }));
    }
    return {
      done: `up to ${most} wrong tokens of one store`,
      figure: status === 429 ? `refused at the ${tries}th` : `${tries} tried, the last answered ${status}`,
      floor: 'refused with 429',
      held: status === 429,
    };
  },
};

const slowedDown: Line = {
  promise: 'P12',
  title: 'Guessing a password is slowed down, and never shuts the owner out',
  async run(world) {
    const person = await register(world);
    const thief = newAddress();
    const tries = world.much(13, 60);
    const answers: Answer[] = [];
    for (let n = 0; n < tries; n += 1) {
      const body = { email: person.email, password: `palpite-${n}-xx` };
      answers.push(await world.call('POST /login', { from: thief, body }));
    }
    const refused = answers.filter(({ status, headers }) => status === 429 && headers['retry-after']);
    await crowd(tries * 3, 4, (n) =>
      world.call('POST /login', { from: newAddress(), body: { email: person.email, password: `outro-${n}-xx` } }),
    );
    const owner = await world.call('POST /login', { from: newAddress(), body: person });
    return {
      done: `${tries} guesses of one address, ${tries * 3} of as many, then the owner`,
      figure: `${refused.length} refused with Retry-After, the owner ${owner.status} after ${(owner.waited / 1000).toFixed(1)} s`,
      floor: `at least ${tries - 11}, 200`,
      held: refused.length >= tries - 11 && owner.status === 200,
    };
  },
};

const triedPerHour: Line = {
  promise: 'P12',
  title: 'How many addresses an hour can be tried by registering and then logging in, from one network',
  async run(world) {
    const [most, each] = [world.much(60, 600), 24];
    const network = newAddress().split('.').slice(0, 3).join('.');
    let tried = 0;
    let refused = 0;
    for (let n = 0; n < most && refused < 2 * each; n += 1) {
      const from = `${network}.${1 + (n % each)}`;
      const email = newEmail('lista');
      const made = await world.call('POST /login/register', {
        from,
        body: { name: 'Lista', email, password: PASSWORD },
      });
      const entered = await world.call('POST /login', { from, body: { email, password: PASSWORD } });
      if (made.status < 300 && entered.status !== 429) tried += 1;
      else refused += 1;
    }
    return {
      done: `up to ${most} addresses tried from ${each} addresses of one network of 256`,
      figure: `${tried} an hour before it is refused${refused === 0 ? ' (it never was)' : ''}`,
      floor: 'refused within the hour',
      held: refused > 0,
    };
  },
  longOnly: true,
};

const revoked: Line = {
  promise: 'P12',
  title: 'A session that was ended is refused at its next call',
  async run(world) {
    const person = await register(world);
    const other = await logIn(world, person);
    const third = await logIn(world, person);
    await world.demand('POST /logout', { token: third, from: person.from, body: {} });
    const out = await world.call('GET /profile', { token: third, from: person.from });
    const change = { currentPassword: PASSWORD, password: OTHER_PASSWORD };
    await world.demand('POST /password/change', { token: person.token, from: person.from, body: change });
    const ended = await world.call('GET /profile', { token: other, from: person.from });
    return {
      done: 'a logout, and a new password with another device logged in',
      figure: `${out.status}, ${ended.status}`,
      floor: '401, 401',
      held: out.status === 401 && ended.status === 401,
    };
  },
};

export const accounts: Section = {
  name: 'accounts',
  lines: [...discovery, strangersClick, unproven, paymentTries, slowedDown, triedPerHour, revoked, ...stolen],
};
