import { type AlertKindName, alertKindNames, alertKinds } from './alert-kinds.ts';
import { formatCentavos } from './money.ts';
import { mayDo, type Permission } from './permissions.ts';
import type { Role } from './roles.ts';

interface EventKind {
  /** The label of its choice. */
  label: string;
  /** Who may hear of it. */
  permission: Permission;
  /** Whether the owner gets a mail of it without having chosen. */
  mail: boolean;
  /** Whether it comes to a member's browsers without having been chosen. */
  push: boolean;
}

/** What happens once in a store and is over: an alert stands until its cause goes. */
export const eventKinds = {
  sale: { label: 'Venda', permission: 'orders.read', mail: false, push: false },
  refund: { label: 'Reembolso', permission: 'orders.read', mail: true, push: false },
  dispute: { label: 'Disputa ou contestação', permission: 'orders.read', mail: true, push: true },
  plan: { label: 'Plano perto do fim', permission: 'plan.manage', mail: true, push: true },
} as const satisfies Record<string, EventKind>;
export type EventKindName = keyof typeof eventKinds;
export const eventKindNames = Object.keys(eventKinds) as EventKindName[];

/** Everything of a store that a member may choose to hear of. */
export type NoticeKindName = EventKindName | AlertKindName;
export const noticeKindNames: NoticeKindName[] = [...eventKindNames, ...alertKindNames];

const kinds: Readonly<
  Record<NoticeKindName, { label: string; permission: Permission; mail?: boolean; push?: boolean }>
> = {
  ...eventKinds,
  ...alertKinds,
};

export const noticeLabel = (kind: NoticeKindName): string => kinds[kind].label;

/** What a member must be allowed to read for a kind. */
export const noticePermission = (kind: NoticeKindName): Permission => kinds[kind].permission;

export const mayHear = (role: Role, kind: NoticeKindName): boolean => mayDo(role, noticePermission(kind));

/** A script that waits for a seat may be a thief's, and whoever is in the owner's account could silence it. */
export const alwaysMailed = (role: Role, kind: NoticeKindName): boolean =>
  role === 'owner' && kind === 'server_waiting';

/** Whether a member gets mails of a kind. `chosen`: their choice; null until they choose, when only the owner gets troubles and money. */
export function mailsTo(role: Role, kind: NoticeKindName, chosen: boolean | null): boolean {
  if (!mayHear(role, kind)) return false;
  return alwaysMailed(role, kind) || (chosen ?? (role === 'owner' && kinds[kind].mail !== false));
}

/** Whether a member gets a kind in their browsers. `chosen`: their choice; null until they choose. */
export const pushesTo = (role: Role, kind: NoticeKindName, chosen: boolean | null): boolean =>
  mayHear(role, kind) && (chosen ?? kinds[kind].push !== false);

/**
 * What happened: an order was sold, given back as a whole or in part; a buyer disputed its payment, or the bank took it back;
 * a plan ends soon, or has ended.
 */
export type EventNews = 'sold' | 'whole' | 'part' | 'opened' | 'lost' | 'soon' | 'ended';

/** An event of an order. `centavos`: what was paid, or went back. */
export interface OrderEvent {
  news: string;
  order: number;
  centavos: number;
  /** What was sold, `VIP Ouro e mais 2`; empty where it is not told. */
  products: string;
}

/** A whole sentence about an event of an order, pt-BR. It names no buyer. */
export function eventSentence({ news, order, centavos, products }: OrderEvent): string {
  switch (news) {
    case 'sold':
      return `Pedido ${order}: ${formatCentavos(centavos)}${products && `, ${products}`}.`;
    case 'whole':
      return `O pedido ${order} foi reembolsado por inteiro e cancelado.`;
    case 'part':
      return `${formatCentavos(centavos)} do pedido ${order} foram devolvidos ao comprador. O pedido continua.`;
    case 'opened':
      return `O comprador abriu uma disputa sobre o pagamento do pedido ${order}. Responda no Mercado Pago dentro do prazo.`;
    default:
      return `O pagamento do pedido ${order} foi contestado e devolvido ao comprador. O pedido foi cancelado.`;
  }
}

/** What events of one kind are together: `3 vendas, R$ 90,00`. `first` is one of them, `centavos` the sum of all. */
export function eventTitle(
  kind: EventKindName,
  first: Pick<OrderEvent, 'news' | 'order'> | undefined,
  { count, centavos }: { count: number; centavos: number },
): string {
  const one = count === 1 ? first : undefined;
  if (kind === 'sale') return `${one ? 'Venda de' : `${count} vendas,`} ${formatCentavos(centavos)}`;
  if (kind === 'refund') return one ? `Reembolso do pedido ${one.order}` : `${count} reembolsos`;
  if (!one) return `${count} disputas e contestações`;
  return one.news === 'opened' ? `Disputa sobre o pedido ${one.order}` : `Contestação do pedido ${one.order}`;
}
