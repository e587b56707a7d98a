import { DEFAULT_TIME_ZONE } from '@vitrine/contract/dates';
import type { Benefit, BenefitState, KeepReason, PurchaseState } from '@vitrine/contract/purchases';
import { formatDate } from '../../lib/format.ts';

/** Pure: the words of the customer's area about purchases and benefits. */

export type Tone = 'ok' | 'warn' | 'bad' | 'quiet';

export const purchaseWords: Record<PurchaseState, { text: string; tone: Tone }> = {
  unpaid: { text: 'Aguardando pagamento', tone: 'warn' },
  delivering: { text: 'Em entrega', tone: 'warn' },
  attention: { text: 'A loja está conferindo', tone: 'bad' },
  delivered: { text: 'Entregue', tone: 'ok' },
  received: { text: 'Recebido pelo servidor', tone: 'ok' },
  completed: { text: 'Concluído', tone: 'ok' },
  refunded: { text: 'Reembolsado', tone: 'quiet' },
  expired: { text: 'Não foi pago', tone: 'quiet' },
  cancelled: { text: 'Cancelado', tone: 'quiet' },
};

const DAY_MS = 86_400_000;
/** Number of the calendar day on which an instant falls in the store's time zone. */
const dayOf = (instant: string | Date) => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: DEFAULT_TIME_ZONE }).format(new Date(instant));
  return Date.parse(`${parts}T00:00:00Z`) / DAY_MS;
};

/** Calendar days from now until the end; 0 on the last day. */
function daysLeft(endsAt: string, now: string | Date): number {
  return dayOf(endsAt) - dayOf(now);
}

/** `até 12/12/2026, faltam 21 dias`; `sem prazo para acabar`. */
export function untilText(endsAt: string | null, now: string | Date): string {
  if (endsAt === null) return 'sem prazo para acabar';
  const days = daysLeft(endsAt, now);
  const left = days <= 0 ? 'termina hoje' : days === 1 ? 'falta 1 dia' : `faltam ${days} dias`;
  return `até ${formatDate(endsAt)}, ${left}`;
}

const ended: Record<Exclude<BenefitState, 'live' | 'waiting'>, string> = {
  expired: 'terminou',
  refunded: 'encerrado: compra reembolsada',
  removed: 'encerrado pela loja',
};

/** One line about an ended benefit: `terminou em 12/12/2026`. */
export function endedText({ state, endsAt }: Pick<Benefit, 'state' | 'endsAt'>): string {
  const word = state === 'live' || state === 'waiting' ? '' : ended[state];
  return endsAt === null ? word : `${word} em ${formatDate(endsAt)}`;
}

export const isHeld = ({ state }: Pick<Benefit, 'state'>) => state === 'live' || state === 'waiting';

const reasons: Record<KeepReason, string> = {
  payment: 'o pagamento ainda pode ser confirmado',
  right: 'o benefício ainda vale',
  delivery: 'a entrega ainda não terminou',
  withdrawal: 'você ainda pode desistir da compra',
  money: 'há um pagamento ou uma devolução em aberto',
};

/** Why an order is erased later: `o benefício ainda vale, até 12/12/2026`. */
export function keepText(reason: KeepReason, until: string | null): string {
  return until === null ? reasons[reason] : `${reasons[reason]}, até ${formatDate(until)}`;
}
