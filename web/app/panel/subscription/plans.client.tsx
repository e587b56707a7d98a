import { useQuery } from '@tanstack/react-query';
import { featuresOf } from '@vitrine/contract/plan-words';
import type { CurrentPlan, Plan } from '@vitrine/contract/plans';
import { Check } from 'lucide-react';
import { call } from '../../lib/call.ts';
import { classNames } from '../../lib/class-names.ts';
import { money } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, Skeleton } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { keyOf } from '../store/query-keys.ts';
import { mostPopular, yearText } from './plan-texts.ts';

interface PlansProps {
  current: CurrentPlan | undefined;
  mayManage: boolean;
  onBuy(plan: Plan): void;
}

/** The plans on offer, side by side; the store's own is marked. */
export function Plans({ current, mayManage, onBuy }: PlansProps) {
  const query = useQuery({
    queryKey: keyOf('GET /plan'),
    queryFn: ({ signal }) => call('GET /plan', { signal }),
  });
  const { data } = query;
  const popular = mostPopular(data?.plans ?? []);
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-4 text-title font-semibold">
        Planos disponíveis
      </h2>
      {query.isLoadingError ? (
        <Card>
          <LoadFailure title="ocorreu um erro ao busca os planos" query={query} />
        </Card>
      ) : (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
          {data
            ? data.plans.map((plan) => (
                <PlanCard
                  key={plan._id}
                  plan={plan}
                  popular={plan._id === popular}
                  current={plan._id === current?._id}
                  mayManage={mayManage}
                  onBuy={onBuy}
                />
              ))
            : [0, 1, 2].map((card) => (
                <li key={card}>
                  <Skeleton className="h-88" />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}

interface PlanCardProps {
  plan: Plan;
  popular: boolean;
  current: boolean;
  mayManage: boolean;
  onBuy(plan: Plan): void;
}

function PlanCard({ plan, popular, current, mayManage, onBuy }: PlanCardProps) {
  const free = plan.price === 0;
  return (
    <li
      className={classNames(
        'flex flex-col rounded-card border bg-raised p-5',
        current ? 'border-ok ring-1 ring-ok' : popular ? 'border-accent-text' : 'border-line',
      )}
      aria-current={current || undefined}
    >
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <h3 className="mr-auto font-semibold">{plan.name}</h3>
        {popular ? <Badge tone="accent">Mais Popular</Badge> : null}
        {current ? <Badge tone="ok">Plano atual</Badge> : null}
      </div>
      <p className="mt-3">
        <span className="figures text-display font-semibold tracking-tight">{money(plan.price)}</span>
        <span className="text-muted">/mês</span>
      </p>
      <p className="figures mt-1 min-h-6 text-small text-muted">{yearText(plan) ?? ''}</p>
      <ul className="mt-5 mb-6 flex grow flex-col gap-2.5">
        {featuresOf(plan).map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check className="mt-1 size-4 shrink-0 text-ok" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {free ? (
        <p className="flex min-h-11 items-center justify-center text-center text-small text-muted">
          {current ? 'É o plano desta loja.' : 'Volta sozinho quando um plano pago termina.'}
        </p>
      ) : mayManage ? (
        <Button tone={popular ? 'primary' : 'secondary'} onClick={() => onBuy(plan)}>
          {current ? `Renovar ${plan.name}` : `Assinar ${plan.name}`}
        </Button>
      ) : (
        <p className="flex min-h-11 items-center justify-center text-center text-small text-muted">
          Só o proprietário e administradores assinam.
        </p>
      )}
    </li>
  );
}
