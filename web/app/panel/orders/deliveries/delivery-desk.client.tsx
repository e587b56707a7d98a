import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type DeliveryState, deliveryStates, deliveryStateTexts } from '@vitrine/contract/order-words';
import { type ResendableState, resendableStates } from '@vitrine/contract/resend-words';
import { PackageCheck, RotateCw } from 'lucide-react';
import { lazy, useState } from 'react';
import { callFile } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/inputs.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { Card, List, SkeletonRows } from '../../../ui/surfaces.tsx';
import { CsvButton } from '../../list/csv-button.client.tsx';
import { useHeldRows, WaitingRows } from '../../list/held-rows.client.tsx';
import { LoadFailure } from '../../list/load-failure.client.tsx';
import { LoadMore } from '../../list/load-more.client.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import type { DeliveryChange } from '../delivery-card.client.tsx';
import { deliveriesQuery } from '../order-queries.ts';
import { readDeliveryState } from '../order-texts.ts';
import { type Repair, RepairDialog } from '../repair-dialog.client.tsx';
import { type DeskFilter, type FilterField, filterOf, filterWords, isFiltered } from '../resend/delivery-filter.ts';
import { DeskFilters } from '../resend/desk-filters.client.tsx';
import { ResendDialog } from '../resend/resend-dialog.client.tsx';
import { ResendProgress } from '../resend/resend-progress.client.tsx';
import { choicesQuery } from '../resend/resend-queries.ts';
import { CancelChosen } from './cancel-chosen.client.tsx';
import { mayChoose, mayResendGoods } from './chosen.ts';
import { ChosenBar } from './chosen-bar.client.tsx';
import { DeskRow } from './desk-row.client.tsx';

const DeliveryChanges = lazy(async () => ({
  default: (await import('../change/delivery-changes.client.tsx')).DeliveryChanges,
}));

/** The most deliveries that one call takes. */
const CHOSEN_MAX = 100;
/** A file of many deliveries takes longer than other answers, in ms. */
const EXPORT_TIMEOUT_MS = 120_000;

interface DeliveryDeskProps {
  /** The state in the address; any other text means all deliveries. */
  state: string | null;
  filter: DeskFilter;
  mayRepair: boolean;
  onState(state: string): void;
  onFilter(changes: Partial<Record<FilterField, string | null>>): void;
  /** Takes state and filter away, in one change of the address. */
  onClear(): void;
  onOpen(order: string): void;
}

/** The repair desk: deliveries of all orders with a filter, and the buttons that send them again, even if they were delivered. */
export function DeliveryDesk({
  state: asked,
  filter,
  mayRepair,
  onState,
  onFilter,
  onClear,
  onOpen,
}: DeliveryDeskProps) {
  const state = readDeliveryState(asked);
  const subdomain = useCurrentStoreId();
  const query = useInfiniteQuery(deliveriesQuery(subdomain, state, filterOf(filter)));
  const choices = useQuery(choicesQuery(subdomain)).data ?? { products: [], servers: [] };
  const [picked, setPicked] = useState<string[]>([]);
  const [resending, setResending] = useState<'picked' | 'filtered' | null>(null);
  const [repair, setRepair] = useState<Repair | null>(null);
  const [change, setChange] = useState<DeliveryChange | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const held = useHeldRows(
    (query.data?.pages.flatMap((page) => page.deliveries) ?? []).filter(
      (delivery) => !state || delivery.state === state,
    ),
    ({ id }) => id,
    `${subdomain} ${state} ${JSON.stringify(filter)}`,
  );
  const deliveries = held.shown;
  const picking = deliveries.filter((delivery) => picked.includes(delivery.id) && mayChoose(delivery));
  const chosen = picking.filter(mayResendGoods);
  const choosable = mayRepair ? deliveries.filter(mayChoose).slice(0, CHOSEN_MAX) : [];
  const pick = (id: string, on: boolean) =>
    setPicked((now) => [...now.filter((one) => one !== id), ...(on ? [id] : [])].slice(-CHOSEN_MAX));
  const resendStates: ResendableState[] =
    resending === 'picked'
      ? resendableStates.filter((one) => chosen.some((delivery) => delivery.state === one))
      : [resendableStates.find((one) => one === state) ?? 'succeeded'];
  const failed = deliveries.filter((delivery) => delivery.state === 'failed').slice(0, CHOSEN_MAX);

  return (
    <>
      <ResendProgress mayRepair={mayRepair} />
      <DeskFilters filter={filter} onChange={onFilter} />
      <div className="mb-4 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:justify-between">
        <Select
          aria-label="Estado da entrega"
          value={state ?? 'all'}
          onChange={(event) => onState(event.target.value)}
          className="sm:w-60"
        >
          <option value="all">Todas as entregas</option>
          {deliveryStates.map((known) => (
            <option key={known} value={known}>
              {deliveryStateTexts[known]}
            </option>
          ))}
        </Select>
        <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
          <CsvButton
            download={() =>
              callFile('POST /deliveries/export', {
                body: { ...filterOf(filter), state },
                store: subdomain,
                timeoutMs: EXPORT_TIMEOUT_MS,
              })
            }
            file="vitrine-entregas.csv"
            tone="quiet"
          />
          {mayRepair ? (
            <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
              {failed.length > 0 ? (
                <Button
                  tone="secondary"
                  icon={<RotateCw className="size-4" />}
                  onClick={() => setRepair({ kind: 'resend', deliveries: failed })}
                >
                  {failed.length === 1 ? 'Reenviar a que falhou' : `Reenviar as ${failed.length} que falharam`}
                </Button>
              ) : null}
              <Button
                tone="secondary"
                icon={<PackageCheck className="size-4" />}
                onClick={() => setResending('filtered')}
              >
                Reenviar entregues...
              </Button>
            </div>
          ) : null}
        </div>
      </div>
      {choosable.length > 0 ? (
        <ChosenBar
          choosable={choosable}
          picking={picking}
          onAll={(on) => setPicked(on ? choosable.map(({ id }) => id) : [])}
          onResend={() => setResending('picked')}
          onRenew={(deliveries) => setChange({ kind: 'renew', deliveries })}
          onCancel={() => setCancelling(true)}
        />
      ) : null}
      <WaitingRows held={held} one="1 entrega nova" many="entregas novas" />
      <Card flush className="overflow-hidden">
        {query.isLoadingError ? (
          <LoadFailure title="Erro ao carregar dados" query={query} />
        ) : !query.data ? (
          <div className="p-4">
            <SkeletonRows rows={6} className="h-20 sm:h-14" />
          </div>
        ) : deliveries.length === 0 ? (
          state || isFiltered(filter) ? (
            <EmptyState
              drawing="search"
              title={emptyTitle(state)}
              action={
                <Button tone="secondary" onClick={onClear}>
                  Ver todas as entregas
                </Button>
              }
            >
              {isFiltered(filter) ? 'Nenhuma entrega cabe neste filtro.' : 'Nada espera por você aqui.'}
            </EmptyState>
          ) : (
            <EmptyState drawing="receipt" title="Nenhuma entrega ainda">
              Quando uma compra é paga, as ações automáticas dos produtos aparecem aqui, uma a uma.
            </EmptyState>
          )
        ) : (
          <List aria-label="Entregas" className="border-t-0">
            {deliveries.map((delivery) => (
              <DeskRow
                key={delivery.id}
                delivery={delivery}
                onOpen={onOpen}
                picked={picked.includes(delivery.id)}
                onPick={mayRepair && mayChoose(delivery) ? (on) => pick(delivery.id, on) : undefined}
              />
            ))}
          </List>
        )}
      </Card>
      <LoadMore query={query}>Carregar mais entregas</LoadMore>
      <ResendDialog
        open={resending !== null}
        filter={resending === 'picked' ? {} : filterOf(filter)}
        ids={resending === 'picked' ? chosen.map(({ id }) => id) : []}
        states={resendStates}
        words={filterWords(filter, choices)}
        onClose={() => setResending(null)}
        onStarted={() => setPicked([])}
      />
      <RepairDialog repair={repair} onClose={() => setRepair(null)} />
      <CancelChosen
        deliveries={picking}
        open={cancelling}
        onClose={() => setCancelling(false)}
        onDone={() => setPicked([])}
      />
      <OnDemand when={change !== null}>
        <DeliveryChanges change={change} onClose={() => setChange(null)} onStarted={() => setPicked([])} />
      </OnDemand>
    </>
  );
}

function emptyTitle(state: DeliveryState | undefined): string {
  if (!state) return 'Nenhuma entrega';
  return `Nenhuma entrega ${state === 'failed' ? 'com falha' : deliveryStateTexts[state].toLowerCase()}`;
}
