import { type AlertKindName, alertKindNames, alertKinds } from './alert-kinds.ts';
import { formatCentavos } from './money.ts';
import { mayDo, type Permission } from './permissions.ts';
import type { Role } from './roles.ts';

interface EventKind {
  /** The label of its choice. */
  label: string;
  /** Who may hear of it. */
  permission: Permission;
  /** Whether the owner, or everybody who may hear of it, gets a mail of it without having chosen. */
  mail: boolean | 'everybody';
  /** Whether it comes to a member's browsers without having been chosen. */
  push: boolean;
}

/** What happens once in a store and is over: an alert stands until its cause goes. */
export const eventKinds = {
  sale: { label: 'Venda', permission: 'orders.read', mail: false, push: false },
  refund: { label: 'Reembolso', permission: 'orders.read', mail: true, push: false },
  dispute: { label: 'Disputa ou contestação', permission: 'orders.read', mail: true, push: true },
  refund_approval: { label: 'Aprovação de reembolso', permission: 'orders.refund', mail: 'everybody', push: true },
  manual_approval: { label: 'Aprovação de pedido manual', permission: 'orders.give', mail: 'everybody', push: true },
  plan: { label: 'Plano perto do fim', permission: 'plan.manage', mail: true, push: true },
} as const satisfies Record<string, EventKind>;
export type EventKindName = keyof typeof eventKinds;
export const eventKindNames = Object.keys(eventKinds) as EventKindName[];

/** Everything of a store that a member may choose to hear of. */
export type NoticeKindName = EventKindName | AlertKindName;
export const noticeKindNames: NoticeKindName[] = [...eventKindNames, ...alertKindNames];

const kinds: Readonly<
  Record<NoticeKindName, { label: string; permission: Permission; mail?: EventKind['mail']; push?: boolean }>
> = {
  ...eventKinds,
  ...alertKinds,
};

export const noticeLabel = (kind: NoticeKindName): string => kinds[kind].label;

/** What a member must be allowed to read for a kind. */
export const noticePermission = (kind: NoticeKindName): Permission => kinds[kind].permission;

export const mayHear = (role: Role, kind: NoticeKindName): boolean => mayDo(role, noticePermission(kind));

/** A script that waits for a seat may belong to a thief, and a thief in the owner's account could turn this mail off. */
export const alwaysMailed = (role: Role, kind: NoticeKindName): boolean =>
  role === 'owner' && kind === 'server_waiting';

/**
 * Whether a member gets mails of a kind. `chosen`: their choice; null until they choose. Until then, only the owner gets mails of
 * troubles and money, and everybody gets mails of what waits for their word.
 */
export function mailsTo(role: Role, kind: NoticeKindName, chosen: boolean | null): boolean {
  if (!mayHear(role, kind)) return false;
  const { mail } = kinds[kind];
  return alwaysMailed(role, kind) || (chosen ?? (mail === 'everybody' || (role === 'owner' && mail !== false)));
}

/** Whether a member gets a kind in their browsers. `chosen`: their choice; null until they choose. */
export const pushesTo = (role: Role, kind: NoticeKindName, chosen: boolean | null): boolean =>
  mayHear(role, kind) && (chosen ?? kinds[kind].push !== false);

/**
 * What happened: an order was sold, given back as a whole or in part; a buyer disputed its payment, or the bank took it back;
 * a plan ends soon, or has ended; a refund or a manual order waits for a second person (`asked`), who said yes or no, or nobody did.
 */
export type EventNews =
  | ('sold' | 'whole' | 'part' | 'opened' | 'lost' | 'soon' | 'ended')
  | ('asked' | 'approved' | 'declined' | 'over');

/** The words for news of a request for a second person's word. `what` names what is asked for, with its sum. */
const approvalNews: Readonly<Record<string, { title: (what: string) => string; says: (what: string) => string }>> = {
  asked: {
    title: (what) => `${what} espera a sua aprovação`,
    says: (what) =>
      `${what} foi pedido e espera a aprovação de outra pessoa. Sem resposta, o pedido termina em 72 horas.`,
  },
  approved: {
    title: (what) => `${what} foi aprovado`,
    says: (what) => `${what} foi aprovado por outra pessoa da equipe.`,
  },
  declined: { title: (what) => `${what} foi recusado`, says: (what) => `${what} foi recusado. Nada foi feito.` },
  over: {
    title: (what) => `${what} ficou sem resposta`,
    says: (what) => `Ninguém respondeu em 72 horas: ${what}. Nada foi feito.`,
  },
};

/** An event of an order. `centavos`: what was paid, or went back, or is asked for. */
export interface OrderEvent {
  news: string;
  /** 0: no order was made. */
  order: number;
  centavos: number;
  /** What was sold, `VIP Ouro e mais 2`; empty where it is not told. */
  products: string;
}

/** What is asked for: `Reembolso de R$ 650,00 do pedido 7`. A manual order has no number before it is made. */
const askedFor = ({ order, centavos }: Pick<OrderEvent, 'order' | 'centavos'>) =>
  order === 0
    ? `Pedido manual de ${formatCentavos(centavos)}`
    : `Reembolso de ${formatCentavos(centavos)} do pedido ${order}`;

/** A whole sentence about an event of an order, pt-BR. It names no buyer. */
export function eventSentence({ news, order, centavos, products }: OrderEvent): string {
  const approval = approvalNews[news];
  if (approval) return approval.says(askedFor({ order, centavos }));
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

/** The title of one or more events of one kind: `3 vendas, R$ 90,00`. `first` is one of them, `centavos` the sum of all. */
export function eventTitle(
  kind: EventKindName,
  first: Pick<OrderEvent, 'news' | 'order'> | undefined,
  { count, centavos }: { count: number; centavos: number },
): string {
  const one = count === 1 ? first : undefined;
  if (kind === 'refund_approval' || kind === 'manual_approval') {
    const [what, several] =
      kind === 'refund_approval' ? ['Reembolso', 'reembolsos'] : ['Pedido manual', 'pedidos manuais'];
    return (one && approvalNews[one.news]?.title(what)) ?? `${count} novidades sobre aprovações de ${several}`;
  }
  if (kind === 'sale') return `${one ? 'Venda de' : `${count} vendas,`} ${formatCentavos(centavos)}`;
  if (kind === 'refund') return one ? `Reembolso do pedido ${one.order}` : `${count} reembolsos`;
  if (!one) return `${count} disputas e contestações`;
  return one.news === 'opened' ? `Disputa sobre o pedido ${one.order}` : `Contestação do pedido ${one.order}`;
}
