import { useQuery } from '@tanstack/react-query';
import { Ban, ExternalLink, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CopyButton } from '../../ui/bits.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Badge, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import type { DeliveryChange } from './delivery-card.client.tsx';
import { LIVE_MS, orderQuery } from './order-queries.ts';
import { isUnderWay, refundable, statusOf } from './order-texts.ts';
import type { Repair } from './repair-dialog.client.tsx';

const DeliveryChanges = lazy(async () => ({
  default: (await import('./change/delivery-changes.client.tsx')).DeliveryChanges,
}));
const OrderLife = lazy(async () => ({ default: (await import('./order-life.client.tsx')).OrderLife }));
const RefundDialog = lazy(async () => ({ default: (await import('./refund/refund-dialog.client.tsx')).RefundDialog }));
const RepairDialog = lazy(async () => ({ default: (await import('./repair-dialog.client.tsx')).RepairDialog }));
const RetargetDialog = lazy(async () => ({ default: (await import('./retarget-dialog.client.tsx')).RetargetDialog }));

/** One order with its whole life, at the right of the list. It updates itself while something is under way. */
export function OrderDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  // The job of a resend changes the order a moment later.
  const [followed, setFollowed] = useState<string | null>(null);
  const live = { ...(followed !== null && followed === id && { refetchInterval: LIVE_MS }) };
  const query = useQuery({ ...orderQuery(useCurrentStoreId(), id), ...live });
  const { data } = query;
  const store = useCurrentStore();
  const may = useMay();
  const [repair, setRepair] = useState<Repair | null>(null);
  const [correcting, setCorrecting] = useState(false);
  const [refunding, setRefunding] = useState(false);
  const [change, setChange] = useState<DeliveryChange | null>(null);
  const status = data && statusOf(data.order.status);
  const moving = data !== undefined && isUnderWay(data, new Date());
  const back = data ? refundable(data.payments) : 0;
  const rehearsal = data?.order.kind === 'rehearsal';
  const sale = data?.order.kind === 'sale';

  return (
    <>
      <Drawer
        open={id !== null}
        onOpenChange={(open) => !open && onClose()}
        title={data ? `${rehearsal ? 'Simulação' : 'Pedido'} #${data.order.number}` : 'Pedido'}
        aside={
          status ? (
            <Badge tone={status.tone} pulse={moving}>
              {status.text}
            </Badge>
          ) : null
        }
        footer={
          data && store ? (
            <>
              {rehearsal ? null : (
                <a
                  href={`${store.url}/checkout/success?external_reference=${encodeURIComponent(data.order.external_reference)}`}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonClass('secondary', 'small')}
                >
                  <ExternalLink className="size-4" />
                  <Short rest=" como comprador">Ver</Short>
                </a>
              )}
              {rehearsal && may('orders.give') && data.order.status === 'completed' ? (
                <Button
                  size="small"
                  icon={<Undo2 className="size-4" />}
                  onClick={() => setRepair({ kind: 'rehearsal', order: data.order })}
                >
                  Desfazer simulação
                </Button>
              ) : null}
              {sale && data.order.status !== 'completed' && data.order.refunded === 0 ? (
                // The same page pays the order. Once it is cancelled, the page orders the same goods again, with the ids filled in.
                <CopyButton
                  text={`${store.url}/pedido/${encodeURIComponent(data.order.external_reference)}`}
                  label={
                    <Short rest={data.order.status === 'pending' ? ' para pagar' : ' para pedir de novo'}>
                      Copiar link
                    </Short>
                  }
                  size="small"
                />
              ) : null}
              {may('orders.refund') && data.order.status === 'pending' ? (
                <Button
                  size="small"
                  tone="quiet"
                  icon={<Ban className="size-4" />}
                  onClick={() => setRepair({ kind: 'unpaid', order: data.order })}
                >
                  <Short rest=" pedido">Cancelar</Short>
                </Button>
              ) : null}
              {may('orders.refund') && back > 0 ? (
                <Button
                  size="small"
                  tone="quiet"
                  icon={<Undo2 className="size-4" />}
                  onClick={() => setRefunding(true)}
                >
                  Reembolsar
                </Button>
              ) : null}
            </>
          ) : null
        }
      >
        {query.isLoadingError ? (
          <LoadFailure title="Erro ao carregar dados" query={query} />
        ) : data ? (
          <Suspense fallback={<SkeletonRows rows={5} className="h-24" />}>
            <OrderLife
              details={data}
              mayRepair={may('deliveries.repair')}
              onRepair={setRepair}
              onChange={setChange}
              onCorrect={() => setCorrecting(true)}
            />
          </Suspense>
        ) : (
          <SkeletonRows rows={5} className="h-24" />
        )}
      </Drawer>
      <OnDemand when={repair !== null}>
        <RepairDialog repair={repair} onClose={() => setRepair(null)} />
      </OnDemand>
      <OnDemand when={change !== null}>
        <DeliveryChanges change={change} onClose={() => setChange(null)} onStarted={() => setFollowed(id)} />
      </OnDemand>
      {data ? (
        <>
          <OnDemand when={correcting}>
            <RetargetDialog order={data.order} open={correcting} onClose={() => setCorrecting(false)} />
          </OnDemand>
          <OnDemand when={refunding}>
            <RefundDialog order={data.order} open={refunding} onClose={() => setRefunding(false)} />
          </OnDemand>
        </>
      ) : null}
    </>
  );
}

/** A label whose end a phone does not show, so that the buttons of the foot stand in one row. Its name stays whole. */
function Short({ children, rest }: { children: string; rest: string }) {
  return (
    <span>
      {children}
      <span className="max-sm:sr-only">{rest}</span>
    </span>
  );
}
