import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { CurrentPlan, Plan } from '@vitrine/contract/plans';
import { lazy, useState } from 'react';
import { formatDate, money } from '../../lib/format.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Alert, Badge, Card, PageHeader, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { planQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { PaymentHistory } from './payment-history.client.tsx';
import { PaymentNews } from './payment-news.client.tsx';
import { daysUntil, planStatus } from './plan-texts.ts';
import { Plans } from './plans.client.tsx';
import { UsageBar } from './usage-bar.client.tsx';
import { usePayments } from './use-payments.client.ts';

const BuyDialog = lazy(async () => ({ default: (await import('./buy-dialog.client.tsx')).BuyDialog }));

/** /subscription: the store's plan and its use, the plans on offer, and the payments. */
export function Subscription() {
  const mayManage = useMay()('plan.manage');
  const plan = useQuery(planQuery(useCurrentStoreId()));
  const payments = usePayments(mayManage);
  // The newer of two answers, if the person may read both.
  const current = payments.query.data?.current ?? plan.data;
  const [buying, setBuying] = useState<Plan | null>(null);
  return (
    <>
      <PageHeader title="Assinatura" description="O plano desta loja, o que ele permite e os pagamentos." />
      <div className="flex flex-col gap-8">
        <PaymentNews payments={payments} />
        {plan.isLoadingError ? (
          <Card>
            <LoadFailure title="Erro ao buscar plano atual" query={plan} />
          </Card>
        ) : (
          <Current plan={current} />
        )}
        <Plans current={current} mayManage={mayManage} onBuy={setBuying} />
        {mayManage ? <PaymentHistory query={payments.query} /> : null}
      </div>
      <OnDemand when={buying !== null}>
        <BuyDialog
          plan={buying}
          renews={buying?._id === current?._id}
          offers={payments.query.data?.offers ?? []}
          open={payments.open}
          onClose={() => setBuying(null)}
        />
      </OnDemand>
    </>
  );
}

/** Says until when the plan runs, and warns a few days before its end. */
function endOf({ expiresAt, status }: CurrentPlan, days: number): string {
  if (!expiresAt) return '';
  if (status !== 'active') return ` · venceu em ${formatDate(expiresAt)}`;
  return days > limits.planReminderDays
    ? ` · vale até ${formatDate(expiresAt)}`
    : ` · termina em ${formatDate(expiresAt)}`;
}

function Current({ plan }: { plan: CurrentPlan | undefined }) {
  if (!plan) return <SkeletonRows rows={1} className="h-48" />;
  const status = planStatus(plan.status);
  const days = plan.expiresAt ? daysUntil(plan.expiresAt, new Date()) : Number.POSITIVE_INFINITY;
  const note =
    plan.status === 'grace'
      ? `O tempo pago terminou. Por ${limits.planGraceDays} dias tudo continua igual; depois valem os limites do plano gratuito.`
      : plan.status === 'inactive'
        ? 'O plano terminou e valem os limites do gratuito. Nada foi apagado: só não dá para criar novos itens acima do limite.'
        : days <= limits.planReminderDays
          ? `O plano ${days === 0 ? 'termina hoje' : days === 1 ? 'termina amanhã' : `termina em ${days} dias`} e não renova sozinho. Renove agora: o que resta não se perde.`
          : null;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-small text-muted">Plano atual</p>
          <h2 className="text-display font-semibold tracking-tight">{plan.name}</h2>
          <p className="text-muted">
            <span className="figures">{money(plan.price)}</span> por mês
            {endOf(plan, days)}
          </p>
        </div>
        <Badge tone={status.tone}>{status.text}</Badge>
      </div>
      {note === null ? null : (
        <div className="mt-4">
          <Alert tone={plan.status === 'inactive' ? 'bad' : 'warn'}>{note}</Alert>
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
