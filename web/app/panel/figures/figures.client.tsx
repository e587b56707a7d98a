import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FigurePart } from '@vitrine/contract/figure-words';
import type { FiguresAnswer } from '@vitrine/contract/figures';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { call, callFile } from '../../lib/call.ts';
import { formatNumber, money } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Card, PageHeader, Skeleton } from '../../ui/surfaces.tsx';
import { StatCard } from '../dashboard/stat-card.client.tsx';
import { CsvButton } from '../list/csv-button.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { keyOf } from '../store/query-keys.ts';
import { Coupons, Deliveries, Marks, Methods, Products } from './figure-lists.client.tsx';
import { type Asked, addressOfRange, daysInWords, partInShort, readAsked } from './figure-range.ts';
import { RangeBar } from './range-bar.client.tsx';
import { StepsTable } from './steps-table.client.tsx';

/** Chart.js weighs as much as the rest of the screen, so it loads after the figures. */
const MoneyChart = lazy(async () => ({
  default: (await import('../dashboard/money-chart.client.tsx')).MoneyChart,
}));

/** /figures: what a range of days brought, beside the range before; the address keeps the range. */
export function Figures() {
  const store = useCurrentStoreId();
  const [address, setAddress] = useSearchParams();
  const asked = readAsked(address);
  const query = useQuery({
    queryKey: keyOf('POST /figures', store, addressOfRange(asked)),
    enabled: store !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('POST /figures', { body: { ...asked }, store, signal }),
  });
  const { data } = query;
  return (
    <>
      <PageHeader title="Relatório" description={<RangeInWords data={data} />} />
      <div className="flex flex-col gap-4" aria-busy={query.isFetching && query.isPlaceholderData}>
        <RangeBar asked={asked} onAsk={(next) => setAddress(addressOfRange(next), { preventScrollReset: true })} />
        {query.isError ? (
          <Card>
            <LoadFailure title="Erro ao carregar dados" query={query} />
          </Card>
        ) : (
          <Report data={data} asked={asked} />
        )}
      </div>
    </>
  );
}

function RangeInWords({ data }: { data: FiguresAnswer | undefined }) {
  if (!data) return <Skeleton className="h-5 w-72 max-w-full" />;
  return (
    <>
      {daysInWords(data)}, ao lado de {daysInWords(data.before)}
      {data.running ? ', até a mesma hora' : null}.
    </>
  );
}

/** Whole per cent against the range before; null if that has nothing to compare with. */
const changeOf = (now: number | null, before: number | null) =>
  now === null || before === null || before <= 0 ? null : Math.round(((now - before) / before) * 100);

function Sums({ data }: { data: FiguresAnswer | undefined }) {
  const { now, former } = data ?? {};
  const trend = (of: 'revenue' | 'orders' | 'average' | 'conversion') =>
    now && former && { percent: changeOf(now[of], former[of]), against: 'que antes' };
  const buyers =
    now &&
    `${now.firstOrders === 1 ? '1 de comprador novo' : `${formatNumber(now.firstOrders)} de compradores novos`}, ${formatNumber(now.returningOrders)} de quem voltou`;
  const visits = now && (now.visits === 1 ? '1 visita' : `${formatNumber(now.visits ?? 0)} visitas`);
  return (
    <ul aria-label="Resumo" aria-busy={data === undefined} className="grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
      <StatCard
        label="Receita"
        value={now && money(now.revenue)}
        detail={
          now &&
          (now.refunded > 0 ? `${money(now.sold)} vendidos, ${money(now.refunded)} devolvidos` : 'nada devolvido')
        }
        trend={trend('revenue')}
      />
      <StatCard label="Pedidos pagos" value={now && formatNumber(now.orders)} detail={buyers} trend={trend('orders')} />
      <StatCard
        label="Valor médio do pedido"
        value={now && (now.average === null ? '—' : money(now.average))}
        detail="antes de devoluções"
        trend={trend('average')}
      />
      <StatCard
        label="Conversão de visitas"
        value={now && (now.conversion === null ? '—' : `${formatNumber(now.conversion)}%`)}
        detail={visits}
        trend={trend('conversion')}
      />
    </ul>
  );
}

function Report({ data, asked }: { data: FiguresAnswer | undefined; asked: Asked }) {
  const store = useCurrentStoreId();
  const mayReadCoupons = useMay()('discounts.edit');
  const csvOf = (part: FigurePart, file: string) => (
    <CsvButton
      download={() => callFile('POST /figures/export', { body: { ...asked, part }, store })}
      file={`vitrine-${file}.csv`}
      tone="quiet"
      className="-mx-4 -my-2"
    />
  );
  if (!data) return <Loading />;
  const nothing = data.now.orders === 0 && data.now.refunded === 0 && data.marks.gifts === 0;
  return (
    <>
      <Sums data={data} />
      <Card
        title="Receita"
        description="Já sem o que foi devolvido, no dia da devolução. Tracejado: o período anterior."
        actions={nothing ? null : csvOf('steps', 'receita')}
      >
        {nothing ? (
          <EmptyState drawing="chart" title="Nenhuma venda neste período">
            Escolha um período maior, ou divulgue o link da loja.
          </EmptyState>
        ) : (
          <>
            <div className="relative h-72 *:absolute *:inset-0">
              <Suspense fallback={<Skeleton className="size-full" />}>
                <MoneyChart
                  caption="Receita"
                  labels={data.steps.map(({ start }) => partInShort(data.step, start))}
                  values={data.steps.map(({ revenue }) => revenue)}
                  former={{ label: 'Antes', values: data.steps.map(({ former }) => former) }}
                />
              </Suspense>
            </div>
            <StepsTable data={data} />
          </>
        )}
      </Card>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4 *:last:grow">
          <Products products={data.products} csv={csvOf('products', 'produtos')} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 *:last:grow">
          <Methods methods={data.methods} />
          <Deliveries deliveries={data.deliveries} />
          <Marks marks={data.marks} />
          {mayReadCoupons ? <Coupons coupons={data.coupons} csv={csvOf('coupons', 'cupons')} /> : null}
        </div>
      </div>
    </>
  );
}

function Loading() {
  return (
    <>
      <span role="status" className="sr-only">
        Carregando
      </span>
      <Sums data={undefined} />
      <Card title="Receita">
        <Skeleton className="h-72" />
      </Card>
    </>
  );
}
