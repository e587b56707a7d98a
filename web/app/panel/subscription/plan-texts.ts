import type { CurrentPlan, Plan, PlanOffer, SubscriptionPayment } from '@vitrine/contract/plans';
import { BRASILIA_MS } from '../../lib/brasilia.ts';
import { formatDate, money } from '../../lib/format.ts';
import type { Tone } from '../../ui/surfaces.tsx';

/** The most expensive plan is marked 'Mais Popular'. While all cost the same, none is marked. */
export function mostPopular(plans: Pick<Plan, '_id' | 'price'>[]): string | undefined {
  const top = plans.reduce<(typeof plans)[number] | undefined>(
    (best, plan) => (best === undefined || plan.price > best.price ? plan : best),
    undefined,
  );
  return top && plans.some((plan) => plan.price < top.price) ? top._id : undefined;
}

/** A plan shows as active or inactive; the days of grace count as active. */
export function planStatus(status: CurrentPlan['status']): { text: string; tone: Tone } {
  if (status === 'inactive') return { text: 'Inativo', tone: 'bad' };
  return { text: 'Ativo', tone: status === 'grace' ? 'warn' : 'ok' };
}

export const paymentStates: Record<SubscriptionPayment['status'], { text: string; tone: Tone }> = {
  paid: { text: 'Pago', tone: 'ok' },
  pending: { text: 'Pendente', tone: 'warn' },
  cancelled: { text: 'Cancelado', tone: 'neutral' },
  refunded: { text: 'Reembolsado', tone: 'neutral' },
  charged_back: { text: 'Contestado', tone: 'bad' },
};

/** The payment address, if a browser may open it. Undefined for anything else (`javascript:`…). */
export function payableAddress(address: string, base: string): string | undefined {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined;
}

/** The price of a year beside that of a month; undefined if the plan has none. */
export function yearText({ price, yearPrice }: Pick<Plan, 'price' | 'yearPrice'>): string | undefined {
  if (yearPrice === undefined) return undefined;
  const saved = price * 12 - yearPrice;
  return `ou ${money(yearPrice)} por ano${saved > 0 ? `, ${money(saved)} a menos` : ''}`;
}

const daysText = (days: number) => (days === 0 ? 'menos de 1 dia' : days === 1 ? '1 dia' : `${days} dias`);

/** What a payment would give, in figures: until when, and what happens to the rest of another plan. */
export function offerText({ until, rest }: PlanOffer, name: string): string {
  const end = `Pago agora, o plano ${name} vale até ${formatDate(until)}.`;
  if (!rest) return end;
  return `O que resta do plano ${rest.plan} (${daysText(rest.days)}) vale ${money(rest.value)} e vira ${daysText(rest.becomes)} de ${name}. ${end}`;
}

/** The day of the store's clock that an instant lies in, counted from 1970. */
const dayOf = (instant: number) => Math.floor((instant + BRASILIA_MS) / 86_400_000);

/** How many calendar days `then` is after `now`: 0 for today, 1 for tomorrow. */
export const daysUntil = (then: string, now: Date): number =>
  Math.max(0, dayOf(Date.parse(then)) - dayOf(now.getTime()));
