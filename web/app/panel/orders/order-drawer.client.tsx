import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@vitrine/contract/dates';
import { limits } from '@vitrine/contract/limits';
import { orderStatusTexts } from '@vitrine/contract/order-words';
import type { OrderDetails } from '@vitrine/contract/orders';
import { Ban, ExternalLink, Pencil, Undo2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CopyButton } from '../../ui/bits.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Alert, Badge, SkeletonRows } from '../../ui/surfaces.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStore, useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { DeliveryCard, type DeliveryChange } from './delivery-card.client.tsx';
import { Items } from './order-items.client.tsx';
import { Payments } from './order-payments.client.tsx';
import { LIVE_MS, orderQuery } from './order-queries.ts';
import { canRetarget, changesFor, isUnderWay, noDeliveriesText, refundable, statusOf } from './order-texts.ts';
import { kindLabel } from './player-ids.ts';
import { Marks } from './refund/order-marks.client.tsx';
import { type Repair, RepairDialog } from './repair-dialog.client.tsx';
import { Timeline } from './timeline.client.tsx';

const DeliveryChanges = lazy(async () => ({
  default: (await import('./change/delivery-changes.client.tsx')).DeliveryChanges,
}));
const OrderDesk = lazy(async () => ({ default: (await import('./desk/order-desk.client.tsx')).OrderDesk }));
const RefundDialog = lazy(async () => ({ default: (await import('./refund/refund-dialog.client.tsx')).RefundDialog }));
const RetargetDialog = lazy(async () => ({ default: (await import('./retarget-dialog.client.tsx')).RetargetDialog }));

/** The most deliveries that one call may move to another server. */
const MOVE_MAX = 100;

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
                  Ver como comprador
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
              {data.order.status === 'pending' ? (
                <CopyButton
                  text={`${store.url}/pedido/${encodeURIComponent(data.order.external_reference)}`}
                  label="Copiar link para pagar"
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
                  Cancelar pedido
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
          <Life
            details={data}
            mayRepair={may('deliveries.repair')}
            onRepair={setRepair}
            onChange={setChange}
            onCorrect={() => setCorrecting(true)}
          />
        ) : (
          <SkeletonRows rows={5} className="h-24" />
        )}
      </Drawer>
      <RepairDialog repair={repair} onClose={() => setRepair(null)} />
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

interface LifeProps {
  details: OrderDetails;
  mayRepair: boolean;
  onRepair(repair: Repair): void;
  onChange(change: DeliveryChange): void;
  onCorrect(): void;
}

function Life({ details, mayRepair, onRepair, onChange, onCorrect }: LifeProps) {
  const { order, payments, refunds, deliveries, history } = details;
  const homeless = deliveries.filter((delivery) => changesFor(delivery).move);
  const stuck = deliveries.filter((delivery) => delivery.state === 'failed' && !homeless.includes(delivery));
  const arrived = deliveries.filter((delivery) => changesFor(delivery).again);
  return (
    <div className="flex flex-col gap-7">
      {order.marks.length > 0 ? (
        <p className="-mb-3 flex flex-wrap gap-1.5">
          <Marks marks={order.marks} />
        </p>
      ) : null}
      {order.note ? <Alert tone={order.status === 'cancelled' ? 'neutral' : 'warn'}>{order.note}</Alert> : null}

      <Part
        title="Entregas"
        action={
          mayRepair ? (
            <div className="flex flex-wrap justify-end gap-2">
              {stuck.length > 1 ? (
                <Button size="small" tone="secondary" onClick={() => onRepair({ kind: 'resend', deliveries: stuck })}>
                  Reenviar as {stuck.length} que falharam
                </Button>
              ) : null}
              {homeless.length > 1 && homeless.length <= MOVE_MAX ? (
                <Button size="small" tone="secondary" onClick={() => onChange({ kind: 'move', deliveries: homeless })}>
                  Outro servidor para as {homeless.length}
                </Button>
              ) : null}
              {arrived.length > 1 && arrived.length <= limits.listDefault ? (
                <Button size="small" tone="secondary" onClick={() => onChange({ kind: 'again', deliveries: arrived })}>
                  Reenviar as {arrived.length} entregues...
                </Button>
              ) : null}
            </div>
          ) : null
        }
      >
        {deliveries.length === 0 ? (
          <p className="text-muted">{noDeliveriesText[statusOf(order.status).status]}</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {deliveries.map((delivery) => (
              <DeliveryCard
                key={delivery.id}
                delivery={delivery}
                mayRepair={mayRepair}
                onRepair={onRepair}
                onChange={onChange}
              />
            ))}
          </ul>
        )}
      </Part>

      <Part title="Itens">
        <Items order={order} />
      </Part>

      <Part
        title="Cliente"
        action={
          mayRepair && canRetarget(deliveries) ? (
            <Button size="small" tone="quiet" icon={<Pencil className="size-4" />} onClick={onCorrect}>
              Corrigir ID
            </Button>
          ) : null
        }
      >
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[2fr_3fr]">
          {order.identities
            .filter(({ kind }) => kind !== 'discord_id')
            .map(({ kind, value }) => (
              <Entry key={kind} name={kindLabel(kind)} value={value} copy />
            ))}
          <Entry name="ID do Discord" value={order.discordId} copy />
          <Entry name="Nome" value={order.customerName} />
          <Entry name="E-mail" value={order.email} />
        </dl>
      </Part>

      <Part title="Pagamento">
        <Payments order={order} payments={payments} refunds={refunds} />
      </Part>

      <Part title="Etiquetas e anotações">
        <Suspense fallback={<SkeletonRows rows={1} className="h-16" />}>
          <OrderDesk key={order._id} details={details} />
        </Suspense>
      </Part>

      <Part title="Histórico do pedido">
        <Timeline
          label="Histórico do pedido"
          entries={[
            ...history.map(({ at, status, reason, actor }) => ({
              at,
              title: orderStatusTexts[status],
              detail: [reason, actor && `por ${actor}`].filter(Boolean).join(' · '),
            })),
          ]}
        />
        <p className="mt-3 text-small break-all text-muted">
          Feito em {formatDateTime(order.date)} · Referência {order.external_reference}
        </p>
      </Part>
    </div>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-2.5 flex min-h-9 items-center justify-between gap-3">
        <h3 className="font-semibold">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

function Entry({ name, value, copy = false }: { name: string; value: string | null; copy?: boolean }) {
  return (
    <div className="min-w-0 py-1">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="figures flex items-center justify-between gap-2 break-words">
        <span className="min-w-0">{value || '—'}</span>
        {copy && value ? <CopyButton text={value} tone="quiet" size="small" /> : null}
      </dd>
    </div>
  );
}
