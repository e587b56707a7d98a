import { type RenewLeft, renewLeftTexts } from '@vitrine/contract/renew-words';
import type { RenewPreview } from '@vitrine/contract/renewals';

/** Sending deliveries as their products say today, in words. */

interface Group {
  product: string;
  ids: string[];
  orders: number[];
  before: string;
  after: string;
}

/** What goes out. Deliveries of one product with the same action before and the same one after are one group. */
export function groupsOf(changes: readonly RenewPreview[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, product, orderNumber, before, after } of changes) {
    if (after === null) continue;
    const key = [product, before, after].join('\n');
    const group = groups.get(key) ?? { product, ids: [], orders: [], before, after };
    groups.set(key, group);
    group.ids.push(id);
    if (!group.orders.includes(orderNumber)) group.orders.push(orderNumber);
  }
  return [...groups.values()];
}

export const leftOut = (changes: readonly RenewPreview[]): RenewPreview[] =>
  changes.filter(({ after }) => after === null);

/** How many deliveries were sent, and how many were left out and why. */
export function sentText(sent: number, left: readonly { reason: RenewLeft; count: number }[]): string {
  const went = sent === 1 ? 'Entrega de volta à fila.' : `${sent} entregas de volta à fila.`;
  const out = left.map(({ reason, count }) => `${count} de fora: ${renewLeftTexts[reason].toLowerCase()}.`);
  return [sent === 0 ? 'Nada foi reenviado.' : went, ...out].join(' ');
}
