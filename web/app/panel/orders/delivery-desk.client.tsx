import { useInfiniteQuery } from '@tanstack/react-query';
import { targetTexts } from '@vitrine/contract/action-types';
import { deliveryStates, deliveryStateTexts } from '@vitrine/contract/order-words';
import type { Delivery } from '@vitrine/contract/orders';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Badge, Card, List, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { LoadMore } from '../list/load-more.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { deliveriesQuery } from './order-queries.ts';
import { deliveryStateOf, phaseTexts, readDeliveryState } from './order-texts.ts';
import { type Repair, RepairDialog } from './repair-dialog.client.tsx';

/** The most deliveries that one call may send again. */
const RESEND_MAX = 100;

interface DeliveryDeskProps {
  /** The state in the address; any other text means all deliveries. */
  state: string | null;
  mayRepair: boolean;
  onState(state: string): void;
  onOpen(order: string): void;
}

/** The repair desk: stuck deliveries of all orders, and one button that sends all of them again. */
export function DeliveryDesk({ state: asked, mayRepair, onState, onOpen }: DeliveryDeskProps) {
  const state = readDeliveryState(asked);
  const query = useInfiniteQuery(deliveriesQuery(useCurrentStoreId(), state));
  const [repair, setRepair] = useState<Repair | null>(null);
  const deliveries = (query.data?.pages.flatMap((page) => page.deliveries) ?? []).filter(
    (delivery) => !state || delivery.state === state,
  );
  const failed = deliveries.filter((delivery) => delivery.state === 'failed').slice(0, RESEND_MAX);

  return (
    <>
      <div className="mb-4 flex flex-col gap-3 sm:flex-row sm:justify-between">
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
        {mayRepair && failed.length > 0 ? (
          <Button
            tone="secondary"
            icon={<RotateCw className="size-4" />}
            onClick={() => setRepair({ kind: 'resend', deliveries: failed })}
          >
            {failed.length === 1 ? 'Reenviar a que falhou' : `Reenviar as ${failed.length} que falharam`}
          </Button>
        ) : null}
      </div>
      <Card flush className="overflow-hidden">
        {query.isLoadingError ? (
          <LoadFailure title="Erro ao carregar dados" query={query} />
        ) : !query.data ? (
          <div className="p-4">
            <SkeletonRows rows={6} className="h-20 sm:h-14" />
          </div>
        ) : deliveries.length === 0 ? (
          state ? (
            <EmptyState
              drawing="search"
              title={`Nenhuma entrega ${deliveryStateTexts[state] === 'falhou' ? 'com falha' : deliveryStateTexts[state]}`}
              action={
                <Button tone="secondary" onClick={() => onState('all')}>
                  Ver todas as entregas
                </Button>
              }
            >
              Nada espera por você aqui.
            </EmptyState>
          ) : (
            <EmptyState drawing="receipt" title="Nenhuma entrega ainda">
              Quando uma compra é paga, as ações automáticas dos produtos aparecem aqui, uma a uma.
            </EmptyState>
          )
        ) : (
          <List aria-label="Entregas" className="border-t-0">
            {deliveries.map((delivery) => (
              <DeskRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
            ))}
          </List>
        )}
      </Card>
      <LoadMore query={query}>Carregar mais entregas</LoadMore>
      <RepairDialog repair={repair} onClose={() => setRepair(null)} />
    </>
  );
}

function DeskRow({ delivery, onOpen }: { delivery: Delivery; onOpen(order: string): void }) {
  const { text, tone, moving } = deliveryStateOf(delivery.state);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5">
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
        </p>
        {delivery.message ? <p className="text-small break-words text-muted">{delivery.message}</p> : null}
      </div>
      <div className="flex flex-col items-end gap-1">
        <Badge tone={tone} pulse={moving}>
          {text}
        </Badge>
        <RelativeTime at={delivery.createdAt} className="text-small whitespace-nowrap text-muted" />
      </div>
    </li>
  );
}
