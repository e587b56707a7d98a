import { useQuery } from '@tanstack/react-query';
import { actionTypeTexts } from '@vitrine/contract/action-text';
import { limits } from '@vitrine/contract/limits';
import { deliveryStateTexts } from '@vitrine/contract/order-words';
import { exclusionTexts, type ResendableState, resendableStates } from '@vitrine/contract/resend-words';
import type { ResendPlanAnswer } from '@vitrine/contract/resends';
import { useDeferredValue, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Checkbox, Textarea } from '../../../ui/inputs.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Alert, SkeletonRows } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { bodyOf, planQuery, type ResendChoice } from './resend-queries.ts';

const stateLabels: Record<ResendableState, string> = {
  succeeded: 'As que já foram entregues',
  failed: 'As que falharam',
  uncertain: 'As incertas (ninguém sabe se chegaram)',
};

interface ResendDialogProps extends Pick<ResendChoice, 'filter' | 'ids'> {
  open: boolean;
  /** The states that are ticked at first. */
  states: ResendableState[];
  /** The filter in words; empty: every delivery of the store. */
  words: string[];
  onClose(): void;
  onStarted(): void;
}

/** Says what a resend would do, asks for the reason, and starts it. */
export function ResendDialog({ open, filter, ids, states: first, words, onClose, onStarted }: ResendDialogProps) {
  const subdomain = useCurrentStoreId();
  const [shown, setShown] = useState(false);
  const [states, setStates] = useState(first);
  const [reason, setReason] = useState('');
  const [character, setCharacter] = useState<number | null>(null);
  if (open !== shown) {
    setShown(open);
    if (open) {
      setStates(first);
      setReason('');
      setCharacter(null);
    }
  }
  // A person who types an id should not see the count of each digit's player.
  const toClient = useDeferredValue(character !== null && character > 0 ? character : null);
  const choice = { filter, ids, states, toClient };
  const plan = useQuery(planQuery(subdomain, choice, open));
  const { data } = plan;

  const start = async () => {
    if (!data) return;
    await call('POST /deliveries/resends/start', {
      body: { ...bodyOf(choice), reason: reason.trim(), asOf: data.asOf },
      store: subdomain,
    });
    notify.success('Reenvio iniciado.');
    onStarted();
    await refreshAfter('POST /deliveries/resends/start', subdomain);
  };
  const toggle = (state: ResendableState, on: boolean) =>
    setStates(resendableStates.filter((one) => (one === state ? on : states.includes(one))));
  const total = data?.total ?? 0;

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Reenviar entregas"
      confirmLabel={total === 0 ? 'Reenviar' : `Reenviar ${formatNumber(total)}`}
      pendingLabel="Iniciando..."
      dismissLabel="Voltar"
      tone="primary"
      ready={total > 0 && reason.trim() !== ''}
      onConfirm={start}
      errorText={(error) => errorText(error, 'Erro ao iniciar o reenvio')}
    >
      <div className="flex flex-col gap-4 text-text">
        <p>
          <span className="text-muted">Quais: </span>
          {ids.length > 0
            ? ids.length === 1
              ? 'a entrega escolhida'
              : `as ${formatNumber(ids.length)} entregas escolhidas`
            : words.length > 0
              ? words.join(' · ')
              : 'todas as entregas da loja, sem filtro'}
        </p>
        <fieldset>
          <legend className="text-small font-medium">Em que estado</legend>
          {resendableStates.map((state) => (
            <Checkbox
              key={state}
              className="mt-2"
              label={stateLabels[state]}
              checked={states.includes(state)}
              onChange={(event) => toggle(state, event.target.checked)}
            />
          ))}
        </fieldset>
        <Field
          label="Novo ID na cidade"
          optional
          help="Para quem perdeu o personagem: as entregas e os benefícios vão para o novo, com o prazo que resta, e o antigo devolve o que dá para devolver."
        >
          <NumberInput value={character} onChange={setCharacter} maxLength={10} />
        </Field>
        {states.length === 0 ? (
          <p className="text-small text-muted">Escolha ao menos um estado.</p>
        ) : plan.isError ? (
          <Alert tone="bad" assertive>
            {errorText(plan.error, 'Não foi possível contar as entregas. Tente de novo.')}
          </Alert>
        ) : data?.more ? (
          <Alert tone="warn" title={`São mais de ${formatNumber(limits.resendMax)} entregas`}>
            Um reenvio não leva todas de uma vez. Escolha um período menor, um produto ou um servidor.
          </Alert>
        ) : data ? (
          <Plan plan={data} />
        ) : (
          <SkeletonRows rows={2} className="h-10" />
        )}
        {states.includes('uncertain') ? (
          <Alert tone="warn" title="Confira antes no jogo">
            Se uma entrega incerta chegou, reenviar entrega duas vezes.
          </Alert>
        ) : null}
        {/* It stays while another plan is counted: what is typed must not be lost. */}
        {states.length > 0 && data?.total !== 0 ? (
          <Field label="Motivo" help="Fica no registro de alterações e no histórico de cada entrega.">
            <Textarea
              rows={2}
              className="min-h-16"
              maxLength={limits.resendReasonMax}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}

/** The dry run: how many deliveries of each kind would go out, and how many are left out and why. */
function Plan({ plan: { total, players, resend, excluded } }: { plan: ResendPlanAnswer }) {
  return (
    <div aria-live="polite" className="rounded-control border border-line bg-sunken">
      <p className="px-4 py-3 font-medium">
        {total === 0
          ? 'Nenhuma entrega seria reenviada.'
          : `${total === 1 ? '1 entrega seria reenviada' : `${formatNumber(total)} entregas seriam reenviadas`}, para ${
              players === 1 ? '1 jogador' : `${formatNumber(players)} jogadores`
            }.`}
      </p>
      <Counts
        label="Seriam reenviadas"
        rows={resend.map(({ target, type, state, count }) => ({
          key: `${target} ${type} ${state}`,
          text: `${actionTypeTexts[type] ?? type} · ${deliveryStateTexts[state]}`,
          count,
        }))}
      />
      <Counts
        label="Ficam de fora"
        rows={excluded.map(({ reason, count }) => ({ key: reason, text: exclusionTexts[reason], count }))}
      />
    </div>
  );
}

function Counts({ label, rows }: { label: string; rows: { key: string; text: string; count: number }[] }) {
  if (rows.length === 0) return null;
  return (
    <div className="border-t border-line px-4 py-3 text-small">
      <p className="text-muted">{label}</p>
      <ul aria-label={label} className="mt-1 flex flex-col gap-1">
        {rows.map(({ key, text, count }) => (
          <li key={key} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 break-words">{text}</span>
            <span className="figures shrink-0">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
