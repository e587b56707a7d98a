import type { Delivery } from '@vitrine/contract/orders';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/inputs.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { cancelledText, mayCancel } from './chosen.ts';

/** Longest note in characters, as in the contract. */
const NOTE_MAX = 300;

interface CancelChosenProps {
  deliveries: readonly Delivery[];
  open: boolean;
  onClose(): void;
  onDone(): void;
}

/** Cancels the deliveries that a person chose. What arrived meanwhile is left out, and the answer says so. */
export function CancelChosen({ deliveries, open, onClose, onDone }: CancelChosenProps) {
  const store = useCurrentStoreId();
  const [note, setNote] = useState('');
  const ids = deliveries.filter(mayCancel).map(({ id }) => id);
  const many = ids.length > 1;

  const send = async () => {
    const answer = await call('POST /deliveries/cancel/many', { body: { ids, note: note.trim() || undefined }, store });
    notify.success(cancelledText(answer));
    setNote('');
    onDone();
    await refreshAfter('POST /deliveries/cancel/many', store);
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={many ? `Cancelar ${ids.length} entregas?` : 'Cancelar esta entrega?'}
      confirmLabel={many ? 'Cancelar entregas' : 'Cancelar entrega'}
      pendingLabel="Cancelando..."
      dismissLabel="Voltar"
      onConfirm={send}
      errorText={(failure) => errorText(failure, 'Erro ao cancelar as entregas')}
    >
      <div className="flex flex-col gap-4">
        <p>
          O que for cancelado não será executado. Os pedidos continuam como estão: para devolver o dinheiro, use
          Reembolsar.
        </p>
        <Field label="Motivo" optional className="text-text">
          <Textarea rows={2} maxLength={NOTE_MAX} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
