import { benefitStateTexts } from '@vitrine/contract/buyer-words';
import type { BuyerAnswer } from '@vitrine/contract/buyers';
import { formatDateTime } from '@vitrine/contract/dates';
import { CalendarPlus, CircleMinus, Gift } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'react-router';
import { Button, LinkButton } from '../../ui/button.tsx';
import { inlineLink } from '../../ui/inline-link.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Badge, Card, List, type Tone } from '../../ui/surfaces.tsx';
import { kindLabel } from '../orders/player-ids.ts';
import { useMay } from '../store/may.ts';

const RevokeDialog = lazy(async () => ({ default: (await import('./revoke-dialog.client.tsx')).RevokeDialog }));
const ExtendDialog = lazy(async () => ({ default: (await import('./extend-dialog.client.tsx')).ExtendDialog }));

type Benefit = BuyerAnswer['benefits'][number];

const tones: Record<Benefit['state'], Tone> = {
  live: 'ok',
  waiting: 'info',
  expired: 'neutral',
  refunded: 'neutral',
  removed: 'neutral',
};

const isHeld = ({ state }: Benefit) => state === 'live' || state === 'waiting';

/** What a buyer holds because of purchases, and until when. */
export function Benefits({ benefits }: { benefits: readonly Benefit[] }) {
  const may = useMay();
  const mayGive = may('orders.give');
  const mayRevoke = may('orders.refund');
  const [revoking, setRevoking] = useState<Benefit | null>(null);
  const [extending, setExtending] = useState<Benefit | null>(null);
  return (
    <Card title="Benefícios" flush>
      {benefits.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">Nenhuma compra deu um grupo, cargo ou benefício com prazo.</p>
      ) : (
        <List aria-label="Benefícios">
          {benefits.map((benefit) => (
            <li key={benefit.id} className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
              <div className="min-w-0">
                <p className="font-medium break-words">{benefit.product}</p>
                {benefit.gives.length > 0 ? (
                  <p className="text-small break-words text-muted">{benefit.gives.join(' · ')}</p>
                ) : null}
                <p className="text-small text-muted">
                  {benefit.player ? `${kindLabel(benefit.player.kind)} ${benefit.player.value} · ` : null}
                  <Link to={`/orders?order=${benefit.orderId}`} className={inlineLink}>
                    pedido #{benefit.orderNumber}
                  </Link>
                </p>
              </div>
              <div className="flex shrink-0 flex-col items-end gap-1">
                <Badge tone={tones[benefit.state]}>{benefitStateTexts[benefit.state]}</Badge>
                <span className="figures text-right text-small text-muted">
                  {benefit.endsAt === null
                    ? 'sem prazo'
                    : `${isHeld(benefit) ? 'até' : 'em'} ${formatDateTime(benefit.endsAt)}`}
                </span>
                {mayGive && isHeld(benefit) && benefit.endsAt !== null ? (
                  <Button
                    size="small"
                    tone="quiet"
                    icon={<CalendarPlus className="size-4" />}
                    onClick={() => setExtending(benefit)}
                  >
                    Prorrogar
                    <span className="sr-only"> {benefit.product}</span>
                  </Button>
                ) : null}
                {mayGive && !isHeld(benefit) ? (
                  <LinkButton
                    to={`/orders/create?${new URLSearchParams({ again: benefit.orderId, product: benefit.product })}`}
                    size="small"
                    tone="quiet"
                    icon={<Gift className="size-4" />}
                  >
                    Dar de novo
                    <span className="sr-only"> {benefit.product}</span>
                  </LinkButton>
                ) : null}
                {mayRevoke && isHeld(benefit) ? (
                  <Button
                    size="small"
                    tone="quiet"
                    icon={<CircleMinus className="size-4" />}
                    onClick={() => setRevoking(benefit)}
                  >
                    Retirar
                    <span className="sr-only"> {benefit.product}</span>
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </List>
      )}
      <OnDemand when={extending !== null}>
        <ExtendDialog benefit={extending} onClose={() => setExtending(null)} />
      </OnDemand>
      <OnDemand when={revoking !== null}>
        <RevokeDialog benefit={revoking} onClose={() => setRevoking(null)} />
      </OnDemand>
    </Card>
  );
}
