import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { targetTexts } from '@vitrine/contract/action-types';
import { type DeliveryState, deliveryStates, deliveryStateTexts } from '@vitrine/contract/order-words';
import type { Delivery } from '@vitrine/contract/orders';
import { type ResendableState, resendableStates } from '@vitrine/contract/resend-words';
import { PackageCheck, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { callFile } from '../../lib/call.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Badge, Card, List, SkeletonRows } from '../../ui/surfaces.tsx';
import { CsvButton } from '../list/csv-button.client.tsx';
import { useHeldRows, WaitingRows } from '../list/held-rows.client.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { LoadMore } from '../list/load-more.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { deliveriesQuery } from './order-queries.ts';
import { deliveryStateOf, phaseTexts, readDeliveryState } from './order-texts.ts';
import { type Repair, RepairDialog } from './repair-dialog.client.tsx';
import { type DeskFilter, type FilterField, filterOf, filterWords, isFiltered } from './resend/delivery-filter.ts';
import { DeskFilters } from './resend/desk-filters.client.tsx';
import { ResendDialog } from './resend/resend-dialog.client.tsx';
import { ResendProgress } from './resend/resend-progress.client.tsx';
import { choicesQuery } from './resend/resend-queries.ts';

/** The most deliveries that one call may send again. */
const RESEND_MAX = 100;
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

/** The repair desk: deliveries of all orders with a filter, and what sends them again, delivered ones too. */
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
  const held = useHeldRows(
    (query.data?.pages.flatMap((page) => page.deliveries) ?? []).filter(
      (delivery) => !state || delivery.state === state,
    ),
    ({ id }) => id,
    `${subdomain} ${state} ${JSON.stringify(filter)}`,
  );
  const deliveries = held.shown;
  const chosen = deliveries.filter((delivery) => picked.includes(delivery.id) && mayResendGoods(delivery));
  const resendStates: ResendableState[] =
    resending === 'picked'
      ? resendableStates.filter((one) => chosen.some((delivery) => delivery.state === one))
      : [resendableStates.find((one) => one === state) ?? 'succeeded'];
  const failed = deliveries.filter((delivery) => delivery.state === 'failed').slice(0, RESEND_MAX);

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
              {deliveryStateTexts[known].replace(/^./, (letter) => letter.toUpperCase())}
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
              {chosen.length > 0 ? (
                <Button tone="primary" icon={<RotateCw className="size-4" />} onClick={() => setResending('picked')}>
                  {chosen.length === 1 ? 'Reenviar a escolhida' : `Reenviar as ${chosen.length} escolhidas`}
                </Button>
              ) : (
                <Button
                  tone="secondary"
                  icon={<PackageCheck className="size-4" />}
                  onClick={() => setResending('filtered')}
                >
                  Reenviar entregues...
                </Button>
              )}
            </div>
          ) : null}
        </div>
      </div>
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
                onPick={
                  mayRepair && mayResendGoods(delivery)
                    ? (on) =>
                        setPicked((now) => [...now.filter((id) => id !== delivery.id), ...(on ? [delivery.id] : [])])
                    : undefined
                }
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
    </>
  );
}

/** Whether a job may send it again: goods that arrived, failed or are uncertain. */
const mayResendGoods = ({ phase, state, rehearsal }: Delivery) =>
  phase === 'confirmation' && !rehearsal && resendableStates.some((one) => one === state);

function emptyTitle(state: DeliveryState | undefined): string {
  if (!state) return 'Nenhuma entrega';
  return `Nenhuma entrega ${state === 'failed' ? 'com falha' : deliveryStateTexts[state]}`;
}

interface DeskRowProps {
  delivery: Delivery;
  onOpen(order: string): void;
  picked: boolean;
  /** Absent where it cannot be sent again. */
  onPick: ((on: boolean) => void) | undefined;
}

function DeskRow({ delivery, onOpen, picked, onPick }: DeskRowProps) {
  const { text, tone, moving } = deliveryStateOf(delivery.state);
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5">
      <span className="relative z-1 -m-2 p-2 pt-2.5 empty:p-0">
        {onPick ? (
          <input
            type="checkbox"
            aria-label={`Escolher: ${delivery.text}, ${delivery.player}`}
            checked={picked}
            onChange={(event) => onPick(event.target.checked)}
            className="size-5 cursor-pointer rounded accent-(--accent)"
          />
        ) : null}
      </span>
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => onOpen(delivery.orderId)}
          className="block max-w-full truncate rounded-control text-left font-medium after:absolute after:inset-0 after:content-['']"
        >
          {delivery.text}
        </button>
        <p className="text-small text-muted">
          {delivery.product} · {targetTexts[delivery.target].name} · {phaseTexts[delivery.phase]} ·{' '}
          <span className="figures">{delivery.player}</span>
          {delivery.resend > 0 ? ` · ${delivery.resend}º reenvio` : null}
        </p>
        {delivery.message ? <p className="text-small break-words text-muted">{delivery.message}</p> : null}
        {delivery.aftermath ? (
          <p className={`text-small break-words ${delivery.aftermath.owed ? 'font-medium text-warn' : 'text-muted'}`}>
            {delivery.aftermath.text}
          </p>
        ) : null}
      </div>
      <div className="flex flex-col items-end gap-1">
        <Badge tone={tone} pulse={moving}>
          {text}
        </Badge>
        {delivery.rehearsal ? <Badge tone="accent">Simulação</Badge> : null}
        <RelativeTime at={delivery.createdAt} className="text-small whitespace-nowrap text-muted" />
      </div>
    </li>
  );
}
