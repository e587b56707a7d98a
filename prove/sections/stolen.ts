import type { CallName } from '@vitrine/contract/calls/table';
import type { PaymentChangesAnswer } from '@vitrine/contract/payment-changes';
import { Authenticator } from '../../standins/authenticator.ts';
import { control } from '../lib/http.ts';
import { type Line, nothingWrong } from '../lib/line.ts';
import { logIn, newEmail, type Person, register, tokenInMail } from '../lib/people.ts';
import { newAddress } from '../lib/ports.ts';
import { approve, makeShop, stateOf } from '../lib/shop.ts';
import { until } from '../lib/waiting.ts';
import { DOMAIN, type World } from '../lib/world.ts';

/** What a thief of a session can do, and how it is undone. */

const STEP_UP_MS = 10 * 60_000;

const oldSession: Line = {
  promise: 'P12',
  title: 'A stolen session that proved itself more than ten minutes ago moves no money and no account',
  longOnly: true,
  mostMs: () => STEP_UP_MS + 5 * 60_000,
  async run(world) {
    const owner = await register(world);
    const shop = await makeShop(world, { owner, plan: 'Premium' });
    const another = (await makeShop(world)).seller;
    const start = performance.now();
    // A small call now and then, as from an open panel.
    while (performance.now() - start < STEP_UP_MS + 5000) {
      await shop.tell('POST /order');
      await new Promise((settle) => setTimeout(settle, 15_000));
    }
    const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
    const fields = { id: shop.id, nameStore: shop.name, nameDomain: shop.subdomain, branding };
    const tries: [CallName, object | undefined][] = [
      ['POST /store/edit', { ...fields, mercadoPago: { accessToken: another } }],
      ['POST /store/token/rotate', {}],
      ['POST /account/second-factor/start', {}],
      ['POST /account/link/discord', {}],
      ['POST /account/passkeys/start', {}],
      ['POST /account/email', { email: newEmail('ladrao') }],
      ['GET /account/export', undefined],
      ['POST /members/invite', { email: newEmail('ladrao'), role: 'admin' }],
    ];
    const wrong: string[] = [];
    for (const [name, body] of tries) {
      const { token, from } = owner;
      const answer = await world.call(name, {
        token,
        from,
        ...(body && { body: { subdomain: shop.subdomain, ...body } }),
      });
      if (answer.status < 300) wrong.push(`${name}: ${answer.status}`);
    }
    const fresh = await logIn(world, owner);
    const again = await world.call('POST /store/token/rotate', {
      token: fresh,
      from: owner.from,
      body: { subdomain: shop.subdomain },
    });
    if (again.status !== 200) wrong.push(`after a new login the owner is refused: ${again.status}`);
    return nothingWrong(`${tries.length} calls with a session ten minutes old, then a new login`, wrong, 'allowed');
  },
};

interface Started {
  options: { challenge: string; user?: { id: string } };
}

type Challenge = 'POST /account/passkeys/start' | 'POST /login/passkey/start';

/** A challenge, with the cookie of the browser that asked for it. */
async function challenge(world: World, name: Challenge, person: Pick<Person, 'from'> & { token?: string }) {
  const answer = await world.call(name, { ...person, body: {} });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 120)}`);
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { options } = answer.json<Started>();
  return { challenge: options.challenge, user: options.user?.id ?? '', headers: { cookie } };
}

const passkeys: Line = {
  promise: 'P12',
  title: 'A passkey logs its owner in once for each challenge, from the panel alone, and no copy of it does',
  async run(world) {
    const { token, from } = await register(world);
    const rp = { origin: world.environment.VITRINE_PUBLIC_URL ?? '', rpID: DOMAIN };
    const key = new Authenticator();
    const added = await challenge(world, 'POST /account/passkeys/start', { token, from });
    const user = Buffer.from(added.user, 'base64url').toString();
    const credential = key.make({ ...rp, challenge: added.challenge, user });
    const saved = await world.call('POST /account/passkeys', {
      token,
      from,
      headers: added.headers,
      body: { name: 'Meu celular', credential },
    });
    if (saved.status !== 200) throw new Error(`a new passkey: ${saved.status} ${saved.text.slice(0, 120)}`);
    const use = async (change: object, headers?: { cookie: string }) => {
      const place = newAddress();
      const asked = await challenge(world, 'POST /login/passkey/start', { from: place });
      const signed = key.sign({ ...rp, challenge: asked.challenge, ...change });
      const send = () =>
        world.call('POST /login/passkey', {
          from: place,
          headers: headers ?? asked.headers,
          body: { credential: signed },
        });
      return [(await send()).status, (await send()).status];
    };
    const wrong: string[] = [];
    const [good, again] = await use({});
    if (good !== 200) wrong.push(`its owner: ${good}`);
    if (again === 200) wrong.push('the same answer twice');
    const lies: [string, object, { cookie: string }?][] = [
      ["a store's host", { origin: rp.origin.replace('://', '://outra.') }],
      ['another product', { rpID: 'exemplo.com.br' }],
      ['no finger, face or PIN', { verified: false }],
      ['a copy that counts behind', { counter: 1 }],
      ['another browser', {}, { cookie: 'vitrine_passkey=nada' }],
      ['a challenge of its own', { challenge: 'AAAA' }],
    ];
    for (const [words, change, headers] of lies) {
      const answers = await use(change, headers);
      if (answers.includes(200)) wrong.push(words);
    }
    return nothingWrong(`a login with a passkey, and ${lies.length} lies`, wrong, 'let in');
  },
};

const undone: Line = {
  promise: 'P12',
  title: 'A payment account that a thief connected is undone by another administrator with one press',
  async run(world) {
    const shop = await makeShop(world, { plan: 'Premium' });
    const admin = await register(world, 'Ana da Equipe');
    await shop.call('POST /members/invite', { email: admin.email, role: 'admin' });
    const invitation = await tokenInMail(world, admin.email, 'Convite');
    const as = { token: admin.token, from: admin.from };
    await world.demand('POST /invitations/accept', { ...as, body: { token: invitation } });
    const product = await shop.product();
    const wrong: string[] = [];
    // The thief also has the password: his own session, just confirmed.
    const thief = { token: await logIn(world, shop.owner), from: newAddress() };
    const thiefs = (await makeShop(world)).seller;
    const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
    const fields = { id: shop.id, nameStore: shop.name, nameDomain: shop.subdomain, branding };
    await world.demand('POST /store/edit', { ...thief, body: { ...fields, mercadoPago: { accessToken: thiefs } } });
    const ask = (name: CallName, who: { token: string; from: string }, body: object = {}) =>
      world.call(name, { ...who, body: { subdomain: shop.subdomain, ...body } });
    const shown = async () =>
      (await ask('POST /store/payment-account', as))
        .json<PaymentChangesAnswer>()
        .changes.find(({ accountId }) => accountId === sellerOf(thiefs));
    const change = await shown();
    const hours = (Date.parse(change?.until ?? '') - Date.parse(change?.at ?? '')) / 3_600_000;
    if (hours !== 72) wrong.push(`shown for ${hours} hours`);
    // "Está certo" hides it only from the thief himself.
    await ask('POST /store/payment-account/accept', thief, { id: change?.id });
    if (!(await shown())) wrong.push("the thief's press hid it from the others");
    const undo = await ask('POST /store/payment-account/undo', as, { id: change?.id });
    if (undo.status !== 200) wrong.push(`undone: ${undo.status} ${undo.code}`);
    if ((await world.call('GET /profile', thief)).status !== 401) wrong.push("the thief's session lives");
    if ((await world.call('GET /profile', shop.owner)).status !== 200) wrong.push("the owner's session ended");
    const placed = await shop.placed(product);
    await approve(world, placed);
    await until('the payment', 30_000, async () => (await stateOf(world, placed.reference)) === 'completed');
    const query = new URLSearchParams({ external_reference: placed.reference });
    const charges = await control<{ sellerId: number }[]>(
      `${world.standins.pages.mercadoPago}/__control/payments?${query}`,
    );
    if (charges.some(({ sellerId }) => String(sellerId) !== sellerOf(shop.seller))) wrong.push('money goes elsewhere');
    return nothingWrong('connected by a thief with the password, undone by an administrator, then a sale', wrong);
  },
};

/** The account's number at the provider, which ends its token. */
const sellerOf = (token: string) => token.split('-').at(-1) ?? '';

export const stolen: Line[] = [passkeys, undone, oldSession];
