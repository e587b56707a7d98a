import type { CallName } from '@vitrine/contract/calls/table';
import { invitableRoles, type Role } from '@vitrine/contract/roles';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { type Person, register, registerUnproven, tokenInMail } from '../lib/people.ts';
import { makeShop, type Shop } from '../lib/shop.ts';
import { crowd } from '../lib/waiting.ts';

/** Invited by the owner, and joined by the mail's link. */
async function join(shop: Shop, role: Role): Promise<Person> {
  const person = await register(shop.world, 'Marcos da Equipe');
  await shop.call('POST /members/invite', { email: person.email, role });
  const token = await tokenInMail(shop.world, person.email, 'Convite');
  await shop.world.demand('POST /invitations/accept', { body: { token }, token: person.token, from: person.from });
  return person;
}

const as = (shop: Shop, { token, from }: Person, name: CallName, body: object = {}) =>
  shop.world.call(name, { token, from, body: { subdomain: shop.subdomain, ...body } });

const memberId = async (shop: Shop, { email }: Person) => {
  const { members } = await shop.call('POST /members');
  return members.find((one) => one.email === email)?.id ?? '';
};

const roles: Line = {
  promise: 'P10',
  title: 'Nobody does more than their role, and nobody lifts themselves',
  async run(world) {
    const shop = await makeShop(world, { plan: 'Premium' });
    const wrong: string[] = [];
    let tries = 0;
    for (const role of invitableRoles) {
      const person = await join(shop, role);
      const id = await memberId(shop, person);
      const above: [CallName, object][] = [
        ['POST /store/delete', {}],
        ['POST /store/transfer', { memberId: id }],
        ['POST /store/export', {}],
        ['POST /members/edit', { id, role: 'owner' }],
      ];
      if (role !== 'admin') {
        above.push(['POST /store/token/rotate', {}], ['POST /members/edit', { id, role: 'admin' }]);
        above.push(['POST /members/invite', { email: 'mais-um@exemplo.com.br', role: 'admin' }], ['POST /audit', {}]);
      }
      if (role === 'attendant')
        above.push(['POST /products/create', { name: 'Meu', price: 1, categoryId: shop.categoryId }]);
      for (const [name, body] of above) {
        tries += 1;
        const { status } = await as(shop, person, name, body);
        if (status < 400 || status >= 500) wrong.push(`${role} ${name}: ${status}`);
      }
      const seen = await world.call('GET /store', { token: person.token, from: person.from });
      if (role !== 'admin' && seen.text.includes(shop.apiToken)) wrong.push(`${role} sees the identification token`);
      if (seen.text.includes(shop.seller)) wrong.push(`${role} sees the payment token`);
    }
    return nothingWrong(`${tries} calls above their role by 3 roles`, wrong, 'allowed');
  },
};

const removed: Line = {
  promise: 'P12',
  title: 'Whoever is removed from a store is out at the next call',
  async run(world) {
    const shop = await makeShop(world, { plan: 'Premium' });
    const person = await join(shop, 'attendant');
    const before = await as(shop, person, 'POST /order');
    await shop.call('POST /members/remove', { id: await memberId(shop, person) });
    const after = await as(shop, person, 'POST /order');
    return {
      done: 'the list of orders before and after the removal',
      figure: `${before.status}, then ${after.status}`,
      floor: '200, then 404',
      held: before.status === 200 && after.status === 404,
    };
  },
};

const invitations: Line = {
  promise: 'P12',
  title: 'An invitation is accepted once, by the proven address that was invited and nobody else',
  async run(world) {
    const shop = await makeShop(world, { plan: 'Premium' });
    const [guest, thief] = [await register(world, 'Gustavo Convidado'), await register(world, 'Tiago Outro')];
    await shop.call('POST /members/invite', { email: guest.email, role: 'attendant' });
    const token = await tokenInMail(world, guest.email, 'Convite');
    const accept = (person: Person) =>
      world.call('POST /invitations/accept', { body: { token }, token: person.token, from: person.from });
    const stolen = await accept(thief);
    const uses = await crowd(5, 5, () => accept(guest));
    const good = uses.filter(({ status }) => status === 200).length;
    const early = await registerUnproven(world, 'Elisa Cedo');
    const invited = await shop.tell('POST /members/invite', { email: early.email, role: 'attendant' });
    let unproven = 'no mail to an unproven account';
    if (invited.status === 200) {
      const second = await tokenInMail(world, early.email, 'Convite').catch(() => '');
      const answer =
        second &&
        (await world.call('POST /invitations/accept', {
          body: { token: second },
          token: early.token,
          from: early.from,
        }));
      unproven = answer ? `unproven ${answer.status}` : unproven;
    }
    return {
      done: 'a forwarded link, five presses at once, an address that is not proven',
      figure: `the thief ${stolen.status}, ${good} of 5 accepted, ${unproven}`,
      floor: 'the thief refused, 1 of 5, unproven refused',
      held: stolen.status >= 400 && good === 1 && !/unproven 2/.test(unproven),
    };
  },
};

export const members: Section = { name: 'members', lines: [roles, removed, invitations] };
