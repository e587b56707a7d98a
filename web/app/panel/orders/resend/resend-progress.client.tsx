import { useQuery } from '@tanstack/react-query';
import type { ResendChange } from '@vitrine/contract/resend-words';
import type { ResendJob } from '@vitrine/contract/resends';
import { Pause, Play, X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { formatNumber } from '../../../lib/format.ts';
import { RelativeTime } from '../../../ui/bits.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Badge, Card, type Tone } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { resendsQuery } from './resend-queries.ts';

/** A job that ended is shown for this long, in ms. */
const SHOWN_MS = 24 * 3_600_000;

/** The newest resend of the store with its progress; nothing when the last one ended long ago. */
export function ResendProgress({ mayRepair }: { mayRepair: boolean }) {
  const subdomain = useCurrentStoreId();
  const { data } = useQuery(resendsQuery(subdomain));
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState<ResendChange | null>(null);
  const job = data?.jobs[0];
  if (!job || (job.finishedAt !== null && Date.now() - new Date(job.finishedAt).getTime() > SHOWN_MS)) return null;

  const send = async (change: ResendChange) => {
    await call('POST /deliveries/resends/change', { body: { id: job.id, change }, store: subdomain });
    await refreshAfter('POST /deliveries/resends/change', subdomain);
  };
  const press = async (change: ResendChange) => {
    setPending(change);
    try {
      await send(change);
    } catch (error) {
      notify.error(errorText(error, 'Erro ao mudar o reenvio'));
    } finally {
      setPending(null);
    }
  };
  const { text, tone } = stateOf(job);
  const open = job.state === 'running' || job.state === 'paused' || (job.state === 'done' && job.waiting > 0);
  const share = job.state === 'done' ? 100 : Math.min(100, (job.resent / Math.max(1, job.total)) * 100);

  return (
    <Card flush className="mb-4 overflow-hidden" aria-label="Reenvio">
      <div
        role="progressbar"
        aria-label="Reenvio"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
        className="h-1 bg-hover"
      >
        <div className="h-full bg-accent transition-[width]" style={{ width: `${share}%` }} />
      </div>
      <div className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:justify-between sm:px-5">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium break-words">{job.reason}</span>
            <Badge tone={tone} pulse={job.state === 'running'}>
              {text}
            </Badge>
          </p>
          <p className="figures mt-1 text-small text-muted">{countsOf(job).join(' · ')}</p>
          <p className="text-small text-muted">
            {job.actor} · <RelativeTime at={job.createdAt} />
          </p>
        </div>
        {open && mayRepair ? (
          <div className="flex shrink-0 flex-wrap gap-2">
            {job.state === 'running' ? (
              <Button
                size="small"
                tone="secondary"
                className="max-sm:grow"
                icon={<Pause className="size-4" />}
                pending={pending === 'pause'}
                pendingLabel="Pausando..."
                onClick={() => void press('pause')}
              >
                Pausar reenvio
              </Button>
            ) : job.state === 'paused' ? (
              <Button
                size="small"
                tone="secondary"
                className="max-sm:grow"
                icon={<Play className="size-4" />}
                pending={pending === 'resume'}
                pendingLabel="Retomando..."
                onClick={() => void press('resume')}
              >
                Continuar reenvio
              </Button>
            ) : null}
            <Button
              size="small"
              tone="quiet"
              className="max-sm:grow"
              icon={<X className="size-4" />}
              onClick={() => setAsking(true)}
            >
              Cancelar reenvio
            </Button>
          </div>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancelar este reenvio?"
        confirmLabel="Cancelar reenvio"
        pendingLabel="Cancelando..."
        dismissLabel="Voltar"
        onConfirm={() => send('cancel')}
        errorText={(error) => errorText(error, 'Erro ao cancelar o reenvio')}
      >
        <p>
          Nada mais é reenviado, e as entregas novas que ainda estão na fila são retiradas. O que já saiu para o
          servidor ou o Discord não volta. As que tinham falhado continuam na fila.
        </p>
      </ConfirmDialog>
    </Card>
  );
}

function stateOf({ state, finishedAt, waiting, problem }: ResendJob): { text: string; tone: Tone } {
  if (state === 'running') return { text: 'reenviando', tone: 'info' };
  if (state === 'paused') return { text: 'pausado', tone: 'warn' };
  if (state === 'cancelled') return { text: finishedAt ? 'cancelado' : 'cancelando', tone: 'neutral' };
  if (waiting > 0) return { text: 'na fila', tone: 'info' };
  return problem > 0 ? { text: 'terminado com problemas', tone: 'warn' } : { text: 'terminado', tone: 'ok' };
}

function countsOf({ total, resent, excluded, withdrawn, waiting, arrived, problem }: ResendJob): string[] {
  const part = (count: number, one: string, many: string) =>
    count === 0 ? '' : `${formatNumber(count)} ${count === 1 ? one : many}`;
  return [
    `${formatNumber(resent)} de ${formatNumber(total)} ${total === 1 ? 'reenviada' : 'reenviadas'}`,
    part(waiting, 'ainda na fila', 'ainda na fila'),
    part(arrived, 'chegou', 'chegaram'),
    part(problem, 'com problema', 'com problema'),
    part(excluded, 'ficou de fora', 'ficaram de fora'),
    part(withdrawn, 'retirada da fila', 'retiradas da fila'),
  ].filter(Boolean);
}
