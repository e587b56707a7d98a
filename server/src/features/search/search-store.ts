import { type BuyerName, buyerKindText, buyerPage } from '@vitrine/contract/buyer-words';
import { type Order, orderStatusTexts } from '@vitrine/contract/orders';
import { mayDo, type Permission } from '@vitrine/contract/permissions';
import { type Role, roleName } from '@vitrine/contract/roles';
import type { Found } from '@vitrine/contract/search';
import { matchesSearch } from '@vitrine/contract/text-search';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { readOrders } from '../orders/read-orders.ts';
import { couponCodes, productNames, team } from './queries.ts';

/** Of each kind, as many as a palette shows without scrolling far. */
const OF_A_KIND = 5;

/**
 * What a text finds in a store: orders and buyers by the panel's search of orders, the rest by every word of the name. A kind
 * that the role may not see is not even looked for. A link leads where the role may go.
 */
export async function searchStore(db: Db, store: StoreId, role: Role, text: string): Promise<Found[]> {
  const may = (permission: Permission) => mayDo(role, permission);
  const [orders, products, discounts, members] = await Promise.all([
    may('orders.read') ? readOrders(db, store, { search: text, limit: OF_A_KIND }).then((page) => page.response) : [],
    productNames(db, store),
    may('discounts.edit') ? couponCodes(db, store) : [],
    may('members.read') ? team(db, store) : [],
  ]);
  const here = <Row>(rows: Row[], texts: (row: Row) => string[]) =>
    rows.filter((row) => matchesSearch(text, ...texts(row))).slice(0, OF_A_KIND);
  return [
    ...orders.map(foundOrder),
    ...buyersOf(orders),
    ...here(products, ({ name }) => [name]).map(({ id, name, archived }): Found => {
      const to = may('catalog.edit') ? `/products/edit/${id}` : `/products?search=${encodeURIComponent(name)}`;
      return { kind: 'product', to, label: name, detail: archived ? 'Arquivado' : '' };
    }),
    ...here(discounts, ({ code }) => [code]).map(
      ({ id, code }): Found => ({ kind: 'discount', to: `/discounts/${id}`, label: code, detail: '' }),
    ),
    ...here(members, ({ name, email }) => [name, email ?? '']).map(
      ({ name, role: has }): Found => ({ kind: 'member', to: '/members', label: name, detail: roleName(has) }),
    ),
  ];
}

function foundOrder({ _id, number, kind, customerName, status }: Order): Found {
  const word = kind === 'rehearsal' ? 'Simulação' : 'Pedido';
  const detail = [customerName, orderStatusTexts[status]].filter(Boolean).join(' · ');
  return { kind: 'order', to: `/orders?order=${encodeURIComponent(_id)}`, label: `${word} #${number}`, detail };
}

/** The buyers of these orders, each once: by the player, else by Discord, else by the e-mail. */
function buyersOf(orders: Order[]): Found[] {
  const found = new Map<string, Found>();
  for (const { identities, discordId, email, customerName, kind } of orders) {
    const [player] = identities;
    const name: BuyerName | undefined =
      player ??
      (discordId ? { kind: 'discord_id', value: discordId } : undefined) ??
      (email ? { kind: 'email', value: email } : undefined);
    if (!name || kind === 'rehearsal') continue;
    const to = buyerPage(name);
    const known = `${buyerKindText(name.kind)} ${name.value}`;
    if (!found.has(to))
      found.set(to, { kind: 'customer', to, label: customerName ?? known, detail: customerName ? known : '' });
  }
  return [...found.values()];
}
