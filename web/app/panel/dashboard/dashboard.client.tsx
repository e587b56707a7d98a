import { useQuery } from '@tanstack/react-query';
import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import { DEFAULT_TIME_ZONE } from '@vitrine/contract/dates';
import { ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { formatNumber, money } from '../../lib/format.ts';
import { useAppStore } from '../../state/app-store.ts';
import { CopyButton } from '../../ui/bits.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card, Skeleton } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { ServerStates } from '../store/server-badge.client.tsx';
import { dashboardQuery } from '../store/store-queries.ts';
import { Attention, Checklist } from './attention.client.tsx';
import { Coupons, PopularPackages, RecentOrders } from './dashboard-lists.client.tsx';
import { currentMonth, dateInWords, greeting, monthNames, plotted } from './dashboard-texts.ts';
import { StatCard } from './stat-card.client.tsx';

/** Chart.js weighs as much as the rest of the screen, so it loads after the figures. */
const MoneyChart = lazy(async () => ({ default: (await import('./money-chart.client.tsx')).MoneyChart }));

/** /dashboard: today's sales, the popular products, and what is stuck. */
export function Dashboard() {
  const query = useQuery(dashboardQuery(useCurrentStoreId()));
  return (
    <div className="flex flex-col gap-4">
      <Greeting />
      {query.isLoadingError ? (
        <Card>
          <LoadFailure title="Erro ao carregar dados" query={query} />
        </Card>
      ) : (
        <Figures data={query.data} />
      )}
    </div>
  );
}

function Greeting() {
  const name = useAppStore((state) => state.auth.user?.name ?? '');
  const store = useCurrentStore();
  const now = new Date();
  return (
    <header className="mb-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="text-small text-muted first-letter:uppercase">{dateInWords(now, DEFAULT_TIME_ZONE)}</p>
        <h1 className="text-display font-semibold tracking-tight text-balance wrap-anywhere">
          {greeting(now)}
          {name ? `, ${name.split(' ')[0]}` : ''}
        </h1>
        <ServerStates className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5" />
      </div>
      {store ? (
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <a
            href={store.url}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-11 min-w-0 items-center gap-2 rounded-control text-accent-text underline-offset-4 hover:underline pointer-fine:min-h-9"
          >
            <span className="truncate">{new URL(store.url).host}</span>
            <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
            <span className="sr-only">(abre a loja)</span>
          </a>
          <CopyButton text={store.url} label="Copiar link" size="small" />
        </div>
      ) : (
        <Skeleton className="h-9 w-56" />
      )}
    </header>
  );
}

function Figures({ data }: { data: DashboardAnswer | undefined }) {
  const figures = data?.analytics;
  return (
    <>
      {data ? null : (
        <span role="status" className="sr-only">
          Carregando
        </span>
      )}
      <Attention items={data?.attention} />
      <Checklist steps={data?.checklist} />
      <ul aria-label="Resumo" aria-busy={data === undefined} className="grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
        <StatCard label="Vendas hoje" value={figures && money(figures.salesToday)} trend={data?.trends.today} />
        <StatCard label="Vendas do mês" value={figures && money(figures.salesMonth)} trend={data?.trends.month} />
        <StatCard label="Total de vendas" value={figures && money(figures.totalSales)} trend={data?.trends.total} />
        <StatCard
          label="Visitas hoje"
          value={figures && formatNumber(figures.visitsToday)}
          trend={data?.trends.visits}
        />
      </ul>
      {/* Two columns, each filled to its end by its last card or by the chart, whatever the lists have. */}
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card
            title="Receita do ano"
            className="flex grow flex-col"
            actions={
              <span className="flex flex-wrap items-baseline gap-x-4">
                {figures ? <span className="figures font-semibold">{money(figures.salesYear)}</span> : null}
                <Link
                  to="/figures"
                  className="-my-2 rounded-control py-2 text-small font-medium text-accent-text hover:underline"
                >
                  Relatório
                </Link>
              </span>
            }
          >
            <div className="relative h-64 *:absolute *:inset-0 xl:h-auto xl:min-h-64 xl:grow">
              {!figures ? (
                <Skeleton className="size-full" />
              ) : figures.monthlyRevenue.every((value) => value === 0) ? (
                <EmptyState drawing="chart" title="Nenhuma venda neste ano">
                  Cada mês com vendas vira um ponto da linha.
                </EmptyState>
              ) : (
                <Suspense fallback={<Skeleton className="size-full" />}>
                  <MoneyChart
                    caption="Receita do ano por mês"
                    labels={monthNames}
                    values={plotted(figures.monthlyRevenue, currentMonth(new Date(), DEFAULT_TIME_ZONE))}
                    table={figures.monthlyRevenue}
                  />
                </Suspense>
              )}
            </div>
          </Card>
          <RecentOrders orders={data?.orders} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 *:last:grow">
          <PopularPackages packages={figures?.popularPackages} />
          <Coupons coupons={data?.coupons} />
        </div>
      </div>
    </>
  );
}
