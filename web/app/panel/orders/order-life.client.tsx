import { buyerPage } from '@vitrine/contract/buyer-words';
import { formatDateTime } from '@vitrine/contract/dates';
import { limits } from '@vitrine/contract/limits';
import { orderStatusTexts } from '@vitrine/contract/order-words';
import type { OrderDetails } from '@vitrine/contract/orders';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useTabTitle } from '../layout/tab-title.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMay } from '../store/may.ts';
import { storeLink } from '../store-link/store-path.ts';
import { OrderApprovals } from './approvals/approvals.client.tsx';
import { DeliveryCard, type DeliveryChange } from './delivery-card.client.tsx';
import { OrderDesk } from './desk/order-desk.client.tsx';
import { Items } from './order-items.client.tsx';
import { Payments } from './order-payments.client.tsx';
import { canRetarget, changesFor, noDeliveriesText, statusOf } from './order-texts.ts';
import { kindLabel, mainIdentity } from './player-ids.ts';
import { Marks } from './refund/order-marks.client.tsx';
import type { Repair } from './repair-dialog.client.tsx';
import { Timeline } from './timeline.client.tsx';

/** The most deliveries that one call may move to another server. */
const MOVE_MAX = 100;

interface LifeProps {
  details: OrderDetails;
  mayRepair: boolean;
  onRepair(repair: Repair): void;
  onChange(change: DeliveryChange): void;
  onCorrect(): void;
}

/** The whole life of one order: deliveries, items, customer, payments, notes and history. */
export function OrderLife({ details, mayRepair, onRepair, onChange, onCorrect }: LifeProps) {
  const { order, payments, refunds, deliveries, history } = details;
  const mayAudit = useMay()('audit.read');
  const store = useCurrentStoreId();
  useTabTitle(`${order.kind === 'rehearsal' ? 'Simulação' : 'Pedido'} #${order.number}`);
  const buyer = mainIdentity(order);
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
      <OrderApprovals order={order._id} />
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
                onCorrect={canRetarget(deliveries) ? onCorrect : undefined}
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
          <div className="flex flex-wrap items-center justify-end gap-x-4">
            {buyer ? (
              <Link to={buyerPage(buyer)} className="text-small text-accent-text hover:underline">
                Ver cliente
              </Link>
            ) : null}
            {mayRepair && canRetarget(deliveries) ? (
              <Button size="small" tone="quiet" icon={<Pencil className="size-4" />} onClick={onCorrect}>
                Corrigir ID
              </Button>
            ) : null}
          </div>
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
        <OrderDesk key={order._id} details={details} />
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
        {mayAudit ? (
          <Link
            to={`/members?tab=registro&object=${order._id}`}
            className="mt-1 inline-block text-small text-accent-text hover:underline"
          >
            Quem mudou este pedido
          </Link>
        ) : null}
        <div className="mt-3">
          <CopyButton
            text={storeLink(new URL(`/orders?order=${encodeURIComponent(order._id)}`, window.location.origin), store)}
            label="Copiar link para a equipe"
            size="small"
          />
        </div>
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
