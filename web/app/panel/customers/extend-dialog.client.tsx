import type { BuyerAnswer } from '@vitrine/contract/buyers';
import { formatDateTime } from '@vitrine/contract/dates';
import { limits } from '@vitrine/contract/limits';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { notify } from '../../ui/toast.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';

const DAY_MS = 86_400_000;

interface ExtendDialogProps {
  benefit: BuyerAnswer['benefits'][number] | null;
  onClose(): void;
}

/** Gives a benefit some days more, with the reason, and says until when it lasts then. */
export function ExtendDialog({ benefit, onClose }: ExtendDialogProps) {
  const store = useCurrentStoreId();
  const shown = useLast(benefit);
  const [days, setDays] = useState<number | null>(7);
  const [reason, setReason] = useState('');
  if (!shown?.endsAt) return null;
  const fits = days !== null && days >= 1 && days <= limits.extendDaysMax;
  const until = fits ? new Date(Date.parse(shown.endsAt) + days * DAY_MS).toISOString() : null;

  const send = async () => {
    if (!fits) return;
    await call('POST /buyers/rights/extend', { body: { id: shown.id, days, reason: reason.trim() }, store });
    notify.success('Benefício prorrogado.');
    setReason('');
    await refreshAfter('POST /buyers/rights/extend', store);
  };

  return (
    <ConfirmDialog
      open={benefit !== null}
      onOpenChange={(next) => !next && onClose()}
      title={`Prorrogar ${shown.product}?`}
      confirmLabel="Prorrogar"
      pendingLabel="Prorrogando..."
      dismissLabel="Voltar"
      tone="primary"
      ready={fits && reason.trim() !== ''}
      onConfirm={send}
      errorText={(error) => errorText(error, 'Erro ao prorrogar o benefício')}
    >
      <div className="flex flex-col gap-4 text-text">
        <Field label="Dias a mais" error={fits ? undefined : `De 1 a ${limits.extendDaysMax} dias.`}>
          <NumberInput value={days} onChange={setDays} />
        </Field>
        <p className="text-muted" aria-live="polite">
          {until
            ? `Vale até ${formatDateTime(until)}. Tudo o que este item da compra dá dura os mesmos dias a mais.`
            : ''}
        </p>
        <Field label="Motivo" help="Fica no registro de alterações, com o antes e o depois.">
          <Textarea
            rows={2}
            className="min-h-16"
            maxLength={limits.blockReasonMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
