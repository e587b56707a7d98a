import { formatDateTime } from '@vitrine/contract/dates';
import { deliveryStateTexts } from '@vitrine/contract/order-words';
import type { PublicDelivery, PublicOrder } from '@vitrine/contract/orders';
import { CalendarPlus, Check, CircleAlert, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { deliveriesByItem, deliverySteps, progressText, type StepState } from './timeline.ts';

interface TimelineProps {
  order: Pick<PublicOrder, 'name' | 'deliveries'>;
  /** Address of the calendar file, if something in the order ends. */
  calendar?: string | undefined;
  /** What the buyer may do next, below the deliveries. */
  children?: ReactNode;
}

/** "Onde está minha compra?": the deliveries of every item, step by step. A waiting one says why and what to do. */
export function DeliveryTimeline({ order, calendar, children }: TimelineProps) {
  return (
    <section aria-labelledby="entrega" className="card min-w-0 p-5">
      <h2 id="entrega" className="text-title font-semibold">
        Onde está minha compra?
      </h2>
      <p role="status" className="mt-1 text-small text-muted">
        {progressText(order)}
      </p>
      <ul className="mt-4 grid gap-6">
        {deliveriesByItem(order).map(({ product, name, answers, now, later }) => (
          <li key={product} className="min-w-0">
            <h3 className="font-semibold">
              {name}
              {answers ? <span className="block text-small font-normal break-words text-muted">{answers}</span> : null}
            </h3>
            {now.length === 0 ? (
              <p className="mt-1 text-small text-muted">Sem entrega automática: a loja entrega este item.</p>
            ) : null}
            {now.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
            {later.length > 0 ? <Later deliveries={later} /> : null}
          </li>
        ))}
      </ul>
      {calendar ? (
        <a href={calendar} className="screen-only prose-link mt-4 inline-flex min-h-11 items-center gap-1.5 text-small">
          <CalendarPlus className="size-4" aria-hidden="true" />
          Pôr o fim do benefício no calendário
        </a>
      ) : null}
      {children}
    </section>
  );
}

const stateText = ({ state, unconfirmed }: Pick<PublicDelivery, 'state' | 'unconfirmed'>) =>
  unconfirmed ? 'Recebida pelo servidor' : deliveryStateTexts[state];

function Delivery({ delivery }: { delivery: PublicDelivery }) {
  const { state, text, resent, unconfirmed, message, hint, aftermath, dueAt, finishedAt } = delivery;
  const steps = deliverySteps(delivery);
  const bad = state === 'failed' || state === 'uncertain';
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="text-pretty">
        {text}
        {resent ? <span className="text-muted"> (reenviado pela loja)</span> : null}
        <span className="sr-only">: {stateText(delivery)}</span>
      </p>
      <ol className="mt-3 grid auto-cols-fr grid-flow-col" aria-label={`Etapas: ${text}`}>
        {steps.map((step, index) => (
          <li
            key={step.text}
            aria-current={step.state === 'now' || step.state === 'stuck' ? 'step' : undefined}
            className="relative flex flex-col items-center text-center"
          >
            {index > 0 ? (
              <span
                aria-hidden="true"
                className={`prints-ground absolute top-3 right-1/2 h-0.5 w-full ${step.state === 'later' ? 'bg-line forced-colors:bg-[GrayText]' : 'bg-ok forced-colors:bg-[CanvasText]'}`}
              />
            ) : null}
            <Spot state={step.state} />
            <span className={`mt-1 text-[0.75rem] leading-4 ${step.state === 'later' ? 'text-muted' : 'font-medium'}`}>
              {step.text}
              {step.more ? <span className="max-sm:sr-only">{step.more}</span> : null}
            </span>
          </li>
        ))}
      </ol>
      {message && state !== 'succeeded' ? (
        <p className={`mt-3 text-small ${bad ? 'text-bad' : 'text-muted'}`}>{message}</p>
      ) : null}
      {state === 'scheduled' && dueAt ? (
        <p className="mt-3 text-small text-muted">Sai em {formatDateTime(dueAt)}, como a loja definiu.</p>
      ) : null}
      {hint && state !== 'succeeded' ? (
        <p className="mt-2 flex gap-2 rounded-control bg-warn-soft px-3 py-2 text-small font-medium text-warn">
          <Clock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {hint}
        </p>
      ) : null}
      {state === 'succeeded' && finishedAt ? (
        <p className="mt-2 text-small text-pretty text-muted">
          {unconfirmed
            ? `Recebida pelo servidor em ${formatDateTime(finishedAt)}. Ele não confirma o efeito: se algo faltar no jogo, fale com a loja.`
            : `Entregue em ${formatDateTime(finishedAt)}`}
        </p>
      ) : null}
      {aftermath ? <p className="mt-2 text-small text-pretty">{aftermath.text}</p> : null}
    </div>
  );
}

const spots: Record<StepState, string> = {
  done: 'bg-ok text-surface',
  now: 'bg-accent text-on-accent animate-[breathe_2s_ease-in-out_infinite]',
  later: 'border-2 border-line bg-raised',
  stuck: 'bg-bad text-surface',
  ended: 'bg-line text-muted',
};

function Spot({ state }: { state: StepState }) {
  return (
    <span
      aria-hidden="true"
      className={`prints-ground relative z-10 grid size-6.5 place-items-center rounded-full forced-colors:border-2 ${spots[state]}`}
    >
      {state === 'done' ? <Check className="size-4" strokeWidth={3} /> : null}
      {state === 'now' ? <span className="size-2 rounded-full bg-current forced-colors:bg-[CanvasText]" /> : null}
      {state === 'stuck' ? <CircleAlert className="size-4" strokeWidth={2.5} /> : null}
      {state === 'ended' ? <X className="size-4" strokeWidth={3} /> : null}
    </span>
  );
}

/** Deliveries at the end of a timed purchase, and deliveries that were taken back. */
function Later({ deliveries }: { deliveries: PublicDelivery[] }) {
  return (
    <ul className="mt-3 grid gap-1 border-t border-line pt-3 text-small text-muted">
      {deliveries.map(({ id, text, state, phase, unconfirmed, aftermath, dueAt }) => (
        <li key={id} className="text-pretty">
          {phase !== 'reversal' ? 'Ao expirar: ' : state === 'succeeded' ? 'Desfeito: ' : 'A desfazer: '}
          {text}
          {state === 'scheduled' && dueAt ? ` (${formatDateTime(dueAt)})` : ` (${stateText({ state, unconfirmed })})`}
          {aftermath ? <span className="block text-text">{aftermath.text}</span> : null}
        </li>
      ))}
    </ul>
  );
}
