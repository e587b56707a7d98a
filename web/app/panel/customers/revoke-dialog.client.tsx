import type { BuyerAnswer } from '@vitrine/contract/buyers';
import { limits } from '@vitrine/contract/limits';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';

interface RevokeDialogProps {
  benefit: BuyerAnswer['benefits'][number] | null;
  onClose(): void;
}

/** Takes a benefit back without a refund, with the reason. */
export function RevokeDialog({ benefit, onClose }: RevokeDialogProps) {
  const store = useCurrentStoreId();
  const shown = useLast(benefit);
  const [reason, setReason] = useState('');
  if (!shown) return null;

  const send = async () => {
    await call('POST /buyers/rights/revoke', { body: { id: shown.id, reason: reason.trim() }, store });
    notify.success('Benefício retirado.');
    setReason('');
    await refreshAfter('POST /buyers/rights/revoke', store);
  };

  return (
    <ConfirmDialog
      open={benefit !== null}
      onOpenChange={(next) => !next && onClose()}
      title={`Retirar ${shown.product}?`}
      confirmLabel="Retirar"
      pendingLabel="Retirando..."
      dismissLabel="Voltar"
      ready={reason.trim() !== ''}
      onConfirm={send}
      errorText={(error) => errorText(error, 'Erro ao retirar o benefício')}
    >
      <div className="flex flex-col gap-4 text-text">
        <p className="text-muted">
          Tudo o que este item do pedido #{shown.orderNumber} deu com prazo, grupo ou cargo sai do jogo e do Discord
          agora. O que outra compra ainda dá continua, e dinheiro e itens entregues ficam. Nada é reembolsado.
        </p>
        <Field label="Motivo" help="Fica no registro de alterações.">
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
