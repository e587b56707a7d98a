import { targetTexts } from '@vitrine/contract/action-types';
import { formatDateTime } from '@vitrine/contract/dates';
import type { Delivery } from '@vitrine/contract/orders';
import { takenBackTexts } from '@vitrine/contract/refund-words';
import {
  Ban,
  CheckCheck,
  ChevronRight,
  type LucideIcon,
  PackageCheck,
  Pencil,
  RotateCw,
  ServerCog,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { inlineLink } from '../../ui/inline-link.ts';
import { Badge } from '../../ui/surfaces.tsx';
import { useMay } from '../store/may.ts';
import { changesFor, deliveryStateOf, phaseTexts, repairsFor } from './order-texts.ts';
import { holderLabel } from './player-ids.ts';
import { remedyOf } from './remedy/remedy.ts';
import { RemedyBox } from './remedy/remedy-box.client.tsx';
import type { Repair } from './repair-dialog.client.tsx';
import { Timeline } from './timeline.client.tsx';

interface DeliveryCardProps {
  delivery: Delivery;
  mayRepair: boolean;
  onRepair(repair: Repair): void;
  onChange(change: DeliveryChange): void;
  /** Absent if no id of the order can be corrected. */
  onCorrect?: (() => void) | undefined;
}

/** A change of what a delivery is, in a dialog of its own. */
export type DeliveryChange =
  | { kind: 'edit'; delivery: Delivery }
  | { kind: 'move'; deliveries: Delivery[] }
  | { kind: 'renew'; deliveries: Delivery[] }
  | { kind: 'again'; deliveries: Delivery[] };

/** One delivery: what it does, its state, the other side's answer, and what a person can do. */
export function DeliveryCard({ delivery, mayRepair, onRepair, onChange, onCorrect }: DeliveryCardProps) {
  const { text, tone, moving } = deliveryStateOf(delivery.state);
  const permits = useMay();
  const mayGive = permits('orders.give');
  const known = repairsFor(delivery.state);
  const change = changesFor(delivery);
  const remedy = remedyOf(delivery);
  // What the remedy's button does needs no second button. If the delivery's server is gone, only another server helps.
  const may = {
    ...known,
    resend: known.resend && !change.move && remedy?.deed !== 'resend',
    mark: known.mark && remedy?.deed !== 'look',
    edit: change.edit && mayGive && remedy?.deed !== 'edit',
    renew: change.renew && remedy?.deed !== 'renew',
    move: change.move && remedy?.deed !== 'move',
  };
  const debt = delivery.state === 'succeeded' && Boolean(delivery.aftermath?.owed);
  const offers = mayRepair && (debt || change.again || Object.values(may).some(Boolean));
  return (
    <li className="rounded-card border border-line bg-raised p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium break-words">{delivery.text}</p>
          <p className="text-small text-muted wrap-anywhere">
            {delivery.productId && permits('catalog.edit') ? (
              <Link to={`/products/edit/${delivery.productId}`} className={inlineLink}>
                {delivery.product}
              </Link>
            ) : (
              delivery.product
            )}{' '}
            · {targetTexts[delivery.target].name} · {phaseTexts[delivery.phase]}
            {delivery.resend > 0 ? ` · ${delivery.resend}º reenvio` : null}
          </p>
        </div>
        <Badge tone={tone} pulse={moving}>
          {text}
        </Badge>
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
        <Fact name={holderLabel(delivery) ?? targetTexts[delivery.target].holder}>{delivery.player}</Fact>
        <Fact name="Tentativas">{delivery.attempts}</Fact>
        {delivery.state === 'scheduled' && delivery.dueAt ? (
          <Fact name={delivery.phase === 'confirmation' ? 'Sai em' : 'Vence em'}>{formatDateTime(delivery.dueAt)}</Fact>
        ) : null}
        {delivery.finishedAt ? (
          <Fact name={delivery.state === 'succeeded' ? 'Entregue' : 'Encerrada'}>
            <RelativeTime at={delivery.finishedAt} />
          </Fact>
        ) : delivery.sentAt ? (
          <Fact name="Enviada">
            <RelativeTime at={delivery.sentAt} />
          </Fact>
        ) : null}
      </dl>
      {remedy ? (
        <RemedyBox
          delivery={delivery}
          mayRepair={mayRepair}
          onRepair={onRepair}
          onChange={onChange}
          onCorrect={onCorrect}
        />
      ) : delivery.message ? (
        <p className="mt-2 rounded-control bg-hover px-3 py-2 text-small break-words">{delivery.message}</p>
      ) : null}
      {delivery.aftermath ? (
        <p
          className={`mt-2 rounded-control px-3 py-2 text-small break-words ${delivery.aftermath.owed ? 'bg-warn-soft text-warn' : 'bg-hover text-text'}`}
        >
          {delivery.aftermath.text}
        </p>
      ) : null}
      {delivery.takenBack ? (
        <p className="mt-2 rounded-control bg-hover px-3 py-2 text-small">
          Depois do reembolso: <strong>{takenBackTexts[delivery.takenBack]}</strong>
        </p>
      ) : null}
      {delivery.hint ? <p className="mt-2 text-small text-muted">Para o comprador: {delivery.hint}</p> : null}
      {offers ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {may.resend ? (
            <Offer icon={RotateCw} onClick={() => onRepair({ kind: 'resend', deliveries: [delivery] })}>
              Reenviar
            </Offer>
          ) : null}
          {change.again ? (
            <Offer icon={RotateCw} onClick={() => onChange({ kind: 'again', deliveries: [delivery] })}>
              Reenviar...
            </Offer>
          ) : null}
          {may.renew ? (
            <Offer icon={PackageCheck} onClick={() => onChange({ kind: 'renew', deliveries: [delivery] })}>
              Reenviar com o produto corrigido
            </Offer>
          ) : null}
          {may.move ? (
            <Offer icon={ServerCog} onClick={() => onChange({ kind: 'move', deliveries: [delivery] })}>
              Escolher outro servidor
            </Offer>
          ) : null}
          {may.edit ? (
            <Offer icon={Pencil} onClick={() => onChange({ kind: 'edit', delivery })}>
              Corrigir e reenviar
            </Offer>
          ) : null}
          {may.mark ? (
            <Offer icon={CheckCheck} onClick={() => onRepair({ kind: 'mark', delivery })}>
              Marcar como entregue
            </Offer>
          ) : null}
          {may.cancel ? (
            <Offer tone="quiet" icon={Ban} onClick={() => onRepair({ kind: 'cancel', delivery })}>
              Cancelar
            </Offer>
          ) : null}
          {debt ? (
            <>
              <Offer icon={CheckCheck} onClick={() => onRepair({ kind: 'settle', delivery })}>
                Dívida acertada
              </Offer>
              <Offer tone="quiet" icon={Ban} onClick={() => onRepair({ kind: 'forgive', delivery })}>
                Perdoar dívida
              </Offer>
            </>
          ) : null}
        </div>
      ) : null}
      {delivery.history.length > 0 ? (
        <details className="group/history mt-2">
          <summary className="inline-flex min-h-11 items-center gap-1 rounded-control text-small text-muted hover:text-text pointer-fine:min-h-8 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform duration-(--motion-fast) group-open/history:rotate-90" />
            Histórico da entrega
          </summary>
          <div className="pt-2">
            <Timeline
              label="Histórico da entrega"
              entries={delivery.history.map(({ at, state, message }) => {
                const title = deliveryStateOf(state).text;
                return { at, title, detail: message === title ? null : message };
              })}
            />
          </div>
        </details>
      ) : null}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="figures min-w-0 truncate">{children}</dd>
    </div>
  );
}

interface OfferProps {
  tone?: 'secondary' | 'quiet';
  icon: LucideIcon;
  onClick(): void;
  children: string;
}

/** The button for one thing that a person can do with a delivery. On a phone it takes the whole row if it stands alone. */
function Offer({ tone = 'secondary', icon: Icon, onClick, children }: OfferProps) {
  return (
    <Button size="small" className="max-sm:grow" tone={tone} icon={<Icon className="size-4" />} onClick={onClick}>
      {children}
    </Button>
  );
}
