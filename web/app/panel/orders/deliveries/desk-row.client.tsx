import { targetTexts } from '@vitrine/contract/action-types';
import { formatDateTime } from '@vitrine/contract/dates';
import type { Delivery } from '@vitrine/contract/orders';
import { RelativeTime } from '../../../ui/bits.tsx';
import { Badge } from '../../../ui/surfaces.tsx';
import { deliveryStateOf, phaseTexts } from '../order-texts.ts';
import { remedyOf } from '../remedy/remedy.ts';

interface DeskRowProps {
  delivery: Delivery;
  onOpen(order: string): void;
  picked: boolean;
  /** Absent if nothing can be done with the delivery. */
  onPick: ((on: boolean) => void) | undefined;
}

/** One delivery in the desk: what it does, whose order it belongs to, its state, and when it goes out if that has a time. */
export function DeskRow({ delivery, onOpen, picked, onPick }: DeskRowProps) {
  const { text, tone, moving } = deliveryStateOf(delivery.state);
  const remedy = remedyOf(delivery);
  const cause = remedy?.text ?? delivery.message;
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 transition-colors duration-(--motion-fast) hover:bg-hover/50 sm:px-5">
      <span className="relative z-1 -m-2 p-2 pt-2.5 empty:p-0">
        {onPick ? (
          <input
            type="checkbox"
            aria-label={`Escolher: ${delivery.text}, pedido ${delivery.orderNumber}`}
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
        <p className="text-small break-words">
          <span className="figures font-medium">
            {delivery.rehearsal ? 'Simulação' : 'Pedido'} #{delivery.orderNumber}
          </span>
          <span className="text-muted">
            {delivery.customer ? ` · ${delivery.customer}` : null} · <span className="figures">{delivery.player}</span>
          </span>
        </p>
        <p className="text-small break-words text-muted">
          {delivery.product} · {targetTexts[delivery.target].name} · {phaseTexts[delivery.phase]}
          {delivery.resend > 0 ? ` · ${delivery.resend}º reenvio` : null}
        </p>
        {cause ? <p className="text-small break-words text-muted">{cause}</p> : null}
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
        {delivery.state === 'scheduled' && delivery.dueAt ? (
          <time dateTime={delivery.dueAt} className="text-right text-small text-muted">
            <span className="block">{delivery.phase === 'confirmation' ? 'sai em' : 'vence em'}</span>
            <span className="figures whitespace-nowrap">{formatDateTime(delivery.dueAt)}</span>
          </time>
        ) : (
          <RelativeTime at={delivery.createdAt} className="text-small whitespace-nowrap text-muted" />
        )}
      </div>
    </li>
  );
}
