import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { featuresOf } from '@vitrine/contract/plan-words';
import type { CurrentPlan, Plan } from '@vitrine/contract/plans';
import { Check } from 'lucide-react';
import { lazy, useState } from 'react';
import { call } from '../../lib/call.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatDate, money } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Alert, Badge, Card, List, PageHeader, Skeleton, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { planQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { keyOf } from '../store/query-keys.ts';
import { mostPopular, paymentStates, planStatus } from './plan-texts.ts';
import { UsageBar } from './usage-bar.client.tsx';

const BuyDialog = lazy(async () => ({ default: (await import('./buy-dialog.client.tsx')).BuyDialog }));

/** How often a payment under way is asked for, in ms. */
const PENDING_MS = 5_000;

/** /subscription: the store's plan and its use, the plans on offer, and the payments. */
export function Subscription() {
  const mayManage = useMay()('plan.manage');
  const current = useQuery(planQuery(useCurrentStoreId()));
  const [buying, setBuying] = useState<Plan | null>(null);
  return (
    <>
      <PageHeader title="Assinatura" description="O plano desta loja, o que ele permite e os pagamentos." />
      <div className="flex flex-col gap-8">
        {current.isLoadingError ? (
          <Card>
            <LoadFailure title="Erro ao buscar plano atual" query={current} />
          </Card>
        ) : (
          <Current plan={current.data} />
        )}
        <Plans current={current.data} mayManage={mayManage} onBuy={setBuying} />
        {mayManage ? <History /> : null}
      </div>
      <OnDemand when={buying !== null}>
        <BuyDialog plan={buying} renews={buying?._id === current.data?._id} onClose={() => setBuying(null)} />
      </OnDemand>
    </>
  );
}

function Current({ plan }: { plan: CurrentPlan | undefined }) {
  if (!plan) return <SkeletonRows rows={1} className="h-48" />;
  const status = planStatus(plan.status);
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-small text-muted">Plano atual</p>
          <h2 className="text-display font-semibold tracking-tight">{plan.name}</h2>
          <p className="text-muted">
            <span className="figures">{money(plan.price)}</span> por mês
            {plan.expiresAt
              ? ` · ${plan.status === 'active' ? 'vale até' : 'venceu em'} ${formatDate(plan.expiresAt)}`
              : ''}
          </p>
        </div>
        <Badge tone={status.tone}>{status.text}</Badge>
      </div>
      {plan.status === 'active' ? null : (
        <div className="mt-4">
          <Alert tone={plan.status === 'grace' ? 'warn' : 'bad'}>
            {plan.status === 'grace'
              ? `O mês pago terminou. Por ${limits.planGraceDays} dias tudo continua igual; depois valem os limites do plano gratuito.`
              : 'O plano terminou e valem os limites do gratuito. Nada foi apagado: só não dá para criar novos itens acima do limite.'}
          </Alert>
        </div>
      )}
      <div className="mt-5 grid gap-x-8 gap-y-4 border-t border-line pt-5 md:grid-cols-3">
        <UsageBar label="Produtos" {...plan.limits.products} />
        <UsageBar label="Categorias" {...plan.limits.categories} />
        <UsageBar label="Sub-usuários" {...plan.limits.subUsers} />
      </div>
    </Card>
  );
}

interface PlansProps {
  current: CurrentPlan | undefined;
  mayManage: boolean;
  onBuy(plan: Plan): void;
}

function Plans({ current, mayManage, onBuy }: PlansProps) {
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
        popular ? 'border-accent-text' : 'border-line',
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="font-semibold">{plan.name}</h3>
        {popular ? (
          <Badge tone="accent">Mais Popular</Badge>
        ) : current ? (
          <Badge tone="neutral">Plano atual</Badge>
        ) : null}
      </div>
      <p className="mt-3">
        <span className="figures text-display font-semibold tracking-tight">{money(plan.price)}</span>
        <span className="text-muted">/mês</span>
      </p>
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

function History() {
  const subdomain = useCurrentStoreId();
  const query = useQuery({
    queryKey: keyOf('POST /subscription', subdomain),
    queryFn: ({ signal }) => call('POST /subscription', { body: {}, store: subdomain, signal }),
    refetchInterval: ({ state }) =>
      state.data?.history.some((payment) => payment.status === 'pending') ? PENDING_MS : false,
  });
  const { data } = query;
  return (
    <Card flush title="Histórico de pagamentos" className="overflow-hidden">
      <div className="border-t border-line">
        {query.isLoadingError ? (
          <LoadFailure title="Erro ao carregar dados" query={query} />
        ) : !data ? (
          <div className="p-4">
            <SkeletonRows rows={3} className="h-12" />
          </div>
        ) : data.history.length === 0 ? (
          <EmptyState drawing="receipt" title="Nenhum pagamento ainda">
            Os pagamentos do plano desta loja aparecem aqui.
          </EmptyState>
        ) : (
          <List aria-label="Histórico de pagamentos" className="border-t-0">
            {data.history.map((payment) => (
              <li
                key={payment.id}
                className="grid grid-cols-[minmax(0,1fr)_auto_6rem] items-center gap-2 sm:gap-4 px-4 py-3 sm:px-5"
              >
                <div className="min-w-0">
                  <p className="truncate font-medium">{payment.plan}</p>
                  <p className="figures text-small text-muted">{formatDate(payment.paidAt ?? payment.createdAt)}</p>
                </div>
                <span className="figures font-semibold">{money(payment.value)}</span>
                <span className="justify-self-end">
                  <Badge tone={paymentStates[payment.status].tone}>{paymentStates[payment.status].text}</Badge>
                </span>
              </li>
            ))}
          </List>
        )}
      </div>
    </Card>
  );
}
