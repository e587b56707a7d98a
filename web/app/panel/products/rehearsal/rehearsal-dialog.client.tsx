import { useMutation, useQuery } from '@tanstack/react-query';
import type { Product } from '@vitrine/contract/catalog';
import type { RehearsalStep } from '@vitrine/contract/rehearsals';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/surfaces.tsx';
import { choicesFor, kindsAsked } from '../../orders/asked-kinds.ts';
import { PlayerFields, type PlayerValues, ServerChoice } from '../../orders/player-fields.client.tsx';
import { isTyped } from '../../orders/player-ids.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { useMay } from '../../store/may.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { useServers } from '../../store/servers-query.ts';
import { LookSteps, LookSum, RunQuestion } from './rehearsal-look.client.tsx';
import { rehearsalQuery } from './rehearsal-query.ts';
import { RunSteps } from './rehearsal-run.client.tsx';

interface RehearsalDialogProps {
  /** null: closed. */
  product: Product | null;
  onClose(): void;
}

const blank: PlayerValues & { serverId: string } = { clientId: null, identities: {}, discordId: '', serverId: '' };

/** A face of the window begins at its top, also when the one before was scrolled. */
const fromTop = (face: HTMLElement | null) => face?.parentElement?.scrollTo(0, 0);

/**
 * A rehearsal of a purchase in two parts. The look says what would happen and sends nothing. Whoever may give goods can then run
 * it: the goods go out, each step is shown, and the end takes them back. A rehearsal that is under way is shown instead.
 */
export function RehearsalDialog({ product, onClose }: RehearsalDialogProps) {
  const store = useCurrentStoreId();
  const mayRun = useMay()('orders.give');
  const form = useId();
  const [values, setValues] = useState(blank);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [opened, setOpened] = useState(product !== null);
  const [shown, setShown] = useState(product);
  const [asking, setAsking] = useState(false);
  /** What the look found before it was asked again: it stays until the new answer, so that nothing jumps. */
  const [before, setBefore] = useState<RehearsalStep[] | undefined>();
  const [leaving, setLeaving] = useState(false);
  /** The run that this window shows: its own, or the one that it found under way. */
  const [runId, setRunId] = useState<string | null>(null);

  const servers = useServers() ?? [];
  const lines = shown ? [{ id: shown._id }] : [];
  const choices = choicesFor(shown ? [shown] : [], lines, servers);
  const serverId = choices.length > 0 ? values.serverId : '';
  const kinds = kindsAsked(shown ? [shown] : [], lines, servers, serverId);
  const buyer = {
    id: shown?._id ?? '',
    ...(kinds.includes('city_id') && values.clientId !== null && { clientId: values.clientId }),
    ...(kinds.some(isTyped) && {
      identities: kinds.filter(isTyped).flatMap((kind) => {
        const value = values.identities[kind]?.trim();
        return value ? [{ kind, value }] : [];
      }),
    }),
    ...(serverId && { serverId }),
  };
  const discordId = values.discordId.trim();
  const player = String(values.clientId ?? buyer.identities?.[0]?.value ?? discordId);

  const refuse = (error: Error, otherwise: string) => {
    const field = error instanceof ApiError ? error.field : undefined;
    setProblems({ [field ?? 'root']: errorText(error, otherwise) });
    setAsking(false);
  };
  const look = useMutation({
    mutationFn: () => call('POST /products/rehearse', { body: { ...buyer, ...(discordId && { discordId }) }, store }),
    onError: (error) => refuse(error, 'Erro ao simular a compra'),
  });
  const start = useMutation({
    mutationFn: () => call('POST /rehearsals/start', { body: { ...buyer, discordId }, store }),
    onSuccess: async ({ rehearsal }) => {
      setRunId(rehearsal.id);
      setAsking(false);
      await refreshAfter('POST /rehearsals/start', store);
    },
    onError: (error) => {
      refuse(error, 'Erro ao executar a simulação');
      void found.refetch();
    },
  });
  const end = async (id: string) => {
    await call('POST /rehearsals/end', { body: { id }, store });
    await refreshAfter('POST /rehearsals/end', store);
  };
  const undo = useMutation({ mutationFn: end });

  const found = useQuery({ ...rehearsalQuery(store, null), enabled: mayRun && product !== null });
  const followed = useQuery({ ...rehearsalQuery(store, runId), enabled: runId !== null });
  // Only a fresh answer counts: an older one may name a rehearsal that has ended since.
  if (runId === null && found.data && !found.isFetching && product) setRunId(found.data.id);
  const run = runId === null ? null : (followed.data ?? start.data?.rehearsal ?? found.data ?? null);
  const live = run !== null && run.endedAt === null;
  const steps = look.data?.steps ?? (look.isPending ? before : undefined);

  // The closing window still shows its words. The ids that were typed stay for the next one.
  if ((product !== null) !== opened) {
    setOpened(product !== null);
    if (product) {
      setShown(product);
      setProblems({});
      setAsking(false);
      setRunId(null);
      look.reset();
      start.reset();
      undo.reset();
    }
  }
  const change = (part: Partial<typeof values>) => {
    setValues({ ...values, ...part });
    setProblems({});
    // The look's answer was about other values.
    look.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblems({});
    setBefore(steps);
    look.mutate();
  };
  const ask = () => {
    if (discordId === '') setProblems({ discordId: 'Para executar de verdade, informe o ID do Discord do jogador.' });
    else setAsking(true);
  };
  const again = () => {
    setRunId(null);
    start.reset();
    look.reset();
  };
  const filled = kinds.includes('city_id') ? values.clientId !== null : kinds.some(isTyped) || discordId !== '';

  return (
    <>
      <Dialog
        open={product !== null}
        onOpenChange={(open) => {
          if (open) return;
          if (live) setLeaving(true);
          else onClose();
        }}
        title="Simular compra"
        dismissable={!start.isPending && !undo.isPending}
        footer={
          run ? (
            live ? (
              <Button pending={undo.isPending} pendingLabel="Desfazendo..." onClick={() => undo.mutate(run.id)}>
                Desfazer agora
              </Button>
            ) : (
              <>
                <Button tone="quiet" onClick={again}>
                  Simular de novo
                </Button>
                <Button onClick={onClose}>Fechar</Button>
              </>
            )
          ) : asking ? (
            <>
              <Button tone="quiet" disabled={start.isPending} onClick={() => setAsking(false)}>
                Voltar
              </Button>
              <Button
                tone="danger"
                pending={start.isPending}
                pendingLabel="Executando..."
                onClick={() => start.mutate()}
              >
                Executar agora
              </Button>
            </>
          ) : (
            <>
              {mayRun ? (
                <Button tone="secondary" disabled={!look.data} onClick={ask}>
                  Executar de verdade
                </Button>
              ) : (
                <Button tone="quiet" onClick={onClose}>
                  Fechar
                </Button>
              )}
              <Button type="submit" form={form} disabled={!filled} pending={look.isPending} pendingLabel="Simulando...">
                Simular
              </Button>
            </>
          )
        }
      >
        {run ? (
          <div key={live ? 'live' : 'ended'} ref={fromTop} className="flex flex-col gap-4">
            <RunSteps run={run} away={servers.every(({ online }) => !online)} />
            {undo.isError ? (
              <Alert tone="bad" assertive>
                {errorText(undo.error, 'Erro ao desfazer a simulação')}
              </Alert>
            ) : null}
          </div>
        ) : asking && look.data ? (
          <div ref={fromTop}>
            <RunQuestion product={shown?.name ?? ''} player={player} discordId={discordId} steps={look.data.steps} />
          </div>
        ) : (
          <form id={form} ref={fromTop} noValidate onSubmit={submit} className="flex flex-col gap-5">
            <p className="text-muted">
              O que aconteceria agora com uma compra de {shown?.name}. Nada é vendido nem enviado: só perguntamos ao
              servidor e ao Discord.
            </p>
            <PlayerFields
              values={values}
              onChange={change}
              problems={problems}
              kinds={kinds}
              discordOptional={mayRun ? 'Sem ele dá para ver o que aconteceria, mas não para executar de verdade.' : ''}
            />
            <ServerChoice
              servers={choices}
              value={values.serverId}
              error={problems.serverId}
              onChange={(id) => change({ serverId: id })}
            />
            {problems.root ? (
              <Alert tone="bad" assertive>
                {problems.root}
              </Alert>
            ) : null}
            <div aria-live="polite" aria-busy={look.isPending} className="-mb-2 empty:-mb-5">
              {steps ? <LookSum steps={steps} /> : null}
            </div>
            {steps ? (
              <LookSteps
                product={shown?._id ?? ''}
                steps={steps}
                onCorrect={() => document.getElementById(form)?.querySelector('input')?.focus()}
              />
            ) : null}
          </form>
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Desfazer a simulação e fechar?"
        confirmLabel="Desfazer e fechar"
        pendingLabel="Desfazendo..."
        dismissLabel="Continuar"
        tone="primary"
        onConfirm={async () => {
          if (run) await end(run.id);
          onClose();
        }}
        errorText={(error) => errorText(error, 'Erro ao desfazer a simulação')}
      >
        O que pode ser retirado do jogador é retirado agora. Você acompanha em Pedidos, na linha com a marca Simulação.
      </ConfirmDialog>
    </>
  );
}
