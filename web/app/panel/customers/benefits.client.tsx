import { benefitStateTexts } from '@vitrine/contract/buyer-words';
import type { BuyerAnswer } from '@vitrine/contract/buyers';
import { formatDateTime } from '@vitrine/contract/dates';
import { Link } from 'react-router';
import { Badge, Card, List, type Tone } from '../../ui/surfaces.tsx';
import { kindLabel } from '../orders/player-ids.ts';

type Benefit = BuyerAnswer['benefits'][number];

const tones: Record<Benefit['state'], Tone> = {
  live: 'ok',
  waiting: 'info',
  expired: 'neutral',
  refunded: 'neutral',
  removed: 'neutral',
};

/** What a buyer holds because of purchases, and until when. */
export function Benefits({ benefits }: { benefits: readonly Benefit[] }) {
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
                  <Link to={`/orders?order=${benefit.orderId}`} className="text-accent-text hover:underline">
                    pedido #{benefit.orderNumber}
                  </Link>
                </p>
              </div>
              <div className="flex shrink-0 flex-col items-end gap-1">
                <Badge tone={tones[benefit.state]}>{benefitStateTexts[benefit.state]}</Badge>
                <span className="figures text-right text-small text-muted">
                  {benefit.endsAt === null
                    ? 'sem prazo'
                    : `${benefit.state === 'live' || benefit.state === 'waiting' ? 'até' : 'em'} ${formatDateTime(benefit.endsAt)}`}
                </span>
              </div>
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}
