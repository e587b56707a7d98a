import { invitableRoles, type Role } from '@vitrine/contract/roles';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { type Person, register, registerUnproven, tokenInMail } from '../lib/people.ts';
import { makeShop, type Shop } from '../lib/shop.ts';
import { crowd } from '../lib/waiting.ts';

/** Invited by the owner, and joined by the mail's link. */
async function join(shop: Shop, role: Role): Promise<Person> {
  const person = await register(shop.world, 'Marcos da Equipe');
  await shop.call('/members/invite', { email: person.email, role });
  const token = await tokenInMail(shop.world, person.email, 'Convite');
  await shop.world.demand('/v1/invitations/accept', { body: { token }, token: person.token, from: person.from });
  return person;
}

const as = (shop: Shop, { token, from }: Person, path: string, body: object = {}) =>
  shop.world.ask(`/v1${path}`, { token, from, body: { subdomain: shop.subdomain, ...body } });

interface Member {
  id: string;
  email: string;
}
const memberId = async (shop: Shop, { email }: Person) => {
  const { members } = await shop.call<{ members: Member[] }>('/members');
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
      const above: [string, object][] = [
        ['/store/delete', {}],
        ['/store/transfer', { memberId: id }],
        ['/store/export', {}],
        ['/members/edit', { id, role: 'owner' }],
      ];
      if (role !== 'admin') {
        above.push(['/store/token/rotate', {}], ['/members/edit', { id, role: 'admin' }]);
        above.push(['/members/invite', { email: 'mais-um@exemplo.com.br', role: 'admin' }], ['/audit', {}]);
      }
      if (role === 'attendant')
        above.push(['/products/create', { name: 'Meu', price: 1, categoryId: shop.categoryId }]);
      for (const [path, body] of above) {
        tries += 1;
        const { status } = await as(shop, person, path, body);
        if (status < 400 || status >= 500) wrong.push(`${role} ${path}: ${status}`);
      }
      const seen = await world.ask('/v1/store', { token: person.token, from: person.from });
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
    const before = await as(shop, person, '/order');
    await shop.call('/members/remove', { id: await memberId(shop, person) });
    const after = await as(shop, person, '/order');
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
    await shop.call('/members/invite', { email: guest.email, role: 'attendant' });
    const token = await tokenInMail(world, guest.email, 'Convite');
    const accept = (person: Person) =>
      world.ask('/v1/invitations/accept', { body: { token }, token: person.token, from: person.from });
    const stolen = await accept(thief);
    const uses = await crowd(5, 5, () => accept(guest));
    const good = uses.filter(({ status }) => status === 200).length;
    const early = await registerUnproven(world, 'Elisa Cedo');
    const invited = await shop.tell('/members/invite', { email: early.email, role: 'attendant' });
    let unproven = 'no mail to an unproven account';
    if (invited.status === 200) {
      const second = await tokenInMail(world, early.email, 'Convite').catch(() => '');
      const answer =
        second &&
        (await world.ask('/v1/invitations/accept', { body: { token: second }, token: early.token, from: early.from }));
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
