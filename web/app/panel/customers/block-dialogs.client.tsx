import { type BuyerName, buyerKindText } from '@vitrine/contract/buyer-words';
import { limits } from '@vitrine/contract/limits';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';

interface BlockDialogsProps {
  buyer: BuyerName;
  blocked: boolean;
  open: boolean;
  onClose(): void;
}

/** Asks for confirmation and a reason before a buyer is blocked, and for confirmation before a blocked buyer may buy again. */
export function BlockDialogs({ buyer, blocked, open, onClose }: BlockDialogsProps) {
  const store = useCurrentStoreId();
  const [reason, setReason] = useState('');
  // The closing window still shows its words.
  const [unblocks, setUnblocks] = useState(blocked);
  if (open && unblocks !== blocked) setUnblocks(blocked);
  const who = `${buyerKindText(buyer.kind)} ${buyer.value}`;

  const block = async () => {
    await call('POST /buyers/block', { body: { ...buyer, reason: reason.trim() }, store });
    notify.success('Cliente bloqueado.');
    setReason('');
    await refreshAfter('POST /buyers/block', store);
  };
  const unblock = async () => {
    await call('POST /buyers/unblock', { body: buyer, store });
    notify.success('Cliente desbloqueado.');
    await refreshAfter('POST /buyers/unblock', store);
  };

  return unblocks ? (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Desbloquear este cliente?"
      confirmLabel="Desbloquear"
      pendingLabel="Desbloqueando..."
      dismissLabel="Voltar"
      tone="primary"
      onConfirm={unblock}
      errorText={(error) => errorText(error, 'Erro ao desbloquear o cliente')}
    >
      <p>{who} poderá comprar de novo na loja.</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Bloquear este cliente?"
      confirmLabel="Bloquear"
      pendingLabel="Bloqueando..."
      dismissLabel="Voltar"
      ready={reason.trim() !== ''}
      onConfirm={block}
      errorText={(error) => errorText(error, 'Erro ao bloquear o cliente')}
    >
      <div className="flex flex-col gap-4">
        <p>
          Novas compras com {who} serão recusadas. O que já foi comprado continua: para devolver o dinheiro, use
          Reembolsar no pedido.
        </p>
        <Field
          label="Motivo"
          help="Só a equipe vê. O comprador lê apenas que deve falar com a loja."
          className="text-text"
        >
          <Textarea
            rows={2}
            maxLength={limits.blockReasonMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
