import { targetTexts } from '@vitrine/contract/action-types';
import { formatDateTime } from '@vitrine/contract/dates';
import type { RehearsalRun, RunStep } from '@vitrine/contract/rehearsals';
import { ChevronRight } from 'lucide-react';
import { Alert, Badge } from '../../../ui/surfaces.tsx';
import { deliveryStateOf } from '../../orders/order-texts.ts';
import { holderLabel } from '../../orders/player-ids.ts';
import { placeOf } from '../../orders/remedy/mending-places.ts';
import { Timeline } from '../../orders/timeline.client.tsx';
import { MendingLink, TabLink } from './rehearsal-look.client.tsx';
import { answerTime, endOfStep, nextOf, sentence, stateOfStep, sumOf, timeOf } from './rehearsal-words.ts';

interface RunStepsProps {
  run: RehearsalRun;
  /** No city of the store is connected. */
  away: boolean;
}

/** A rehearsal that runs or ran: each step with what was sent, the other side's answer, and what its end does. */
export function RunSteps({ run, away }: RunStepsProps) {
  const ended = run.endedAt !== null;
  return (
    <div className="flex flex-col gap-4">
      <Alert tone={ended ? 'info' : 'warn'} title={ended ? 'Simulação desfeita' : 'Simulação em andamento'}>
        {run.product} para o jogador {run.player} (Discord {run.discordId}), pedido #{run.number}.{' '}
        {ended
          ? 'O pedido fica na lista com a marca Simulação e não conta como venda.'
          : `Termina sozinha às ${timeOf(run.endsAt)}.`}
      </Alert>
      <p role="status" className="font-medium">
        {sumOf(run)}
      </p>
      {run.steps.length > 0 ? (
        <ol aria-label="Passos da simulação" className="divide-y divide-line rounded-card border border-line">
          {run.steps.map((step) => (
            <Step key={step.delivery.id} run={run} away={away} step={step} ended={ended} />
          ))}
        </ol>
      ) : null}
    </div>
  );
}

const colours: Partial<Record<RunStep['delivery']['state'], string>> = { failed: 'text-bad', uncertain: 'text-warn' };

function Step({ run, away, step, ended }: RunStepsProps & { step: RunStep; ended: boolean }) {
  const { delivery, back } = step;
  const { text, tone, moving } = stateOfStep(step, ended);
  const end = endOfStep(step, ended);
  const answered = answerTime(delivery);
  const next = nextOf(delivery);
  const { name } = targetTexts[delivery.target];
  const holder = holderLabel(delivery) ?? targetTexts[delivery.target].holder;
  const troubled = [delivery, back].some((one) => one?.state === 'failed' || one?.state === 'uncertain');
  const place = placeOf(delivery, away);
  const message =
    delivery.message?.toLowerCase() === text || (ended && delivery.state === 'cancelled') ? null : delivery.message;
  const history = [...delivery.history, ...(back?.history ?? [])];
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-medium break-words">{delivery.text}</p>
        <Badge tone={tone} pulse={moving}>
          {text}
        </Badge>
      </div>
      <p className="flex flex-wrap gap-x-3 text-small text-muted">
        <span>
          {holder === name ? name : `${name} · ${holder}`} <span className="figures">{delivery.player}</span>
        </span>
        {answered ? (
          <span>
            {ended && step.atEnd !== 'runs' ? 'entregue, ' : null}
            {answered}
          </span>
        ) : null}
      </p>
      {message ? (
        <p className={`text-small break-words ${colours[delivery.state] ?? ''}`}>{sentence(message)}</p>
      ) : null}
      {next ? <p className="text-small">{next}</p> : null}
      {place ? <MendingLink product={run.productId} place={place} /> : null}
      {troubled ? <TabLink to={`/orders?order=${run.id}`} text={`Abrir o pedido #${run.number}`} /> : null}
      {delivery.state === 'scheduled' && step.atEnd !== 'runs' && delivery.dueAt ? (
        <p className="text-small">A ação espera depois do pagamento: sai em {formatDateTime(delivery.dueAt)}.</p>
      ) : null}
      {end ? <p className="text-small break-words text-muted">{end}</p> : null}
      {history.length > 0 ? (
        <details className="group/history">
          <summary className="inline-flex min-h-11 items-center gap-1 rounded-control text-small text-muted hover:text-text pointer-fine:min-h-8 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform duration-(--motion-fast) group-open/history:rotate-90" />
            Envios e respostas
          </summary>
          <div className="pt-2">
            <Timeline
              label={`Envios e respostas: ${delivery.text}`}
              entries={history.map(({ at, state, code, message }) => ({
                at,
                title: deliveryStateOf(state).text,
                detail: [message, code && `(${code})`].filter(Boolean).join(' '),
              }))}
            />
          </div>
        </details>
      ) : null}
    </li>
  );
}
