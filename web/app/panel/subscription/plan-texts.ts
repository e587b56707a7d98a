import type { CurrentPlan, Plan, SubscriptionPayment } from '@vitrine/contract/plans';
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
