import { limits } from '@vitrine/contract/limits';
import type { Delivery } from '@vitrine/contract/orders';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select, Textarea } from '../../../ui/inputs.tsx';
import { Alert } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { useServers } from '../../store/servers-query.ts';

/** Sends deliveries of a removed game server to another server of the store. */
export function MoveDeliveryDialog({
  deliveries: all,
  open,
  onClose,
}: {
  deliveries: Delivery[];
  open: boolean;
  onClose(): void;
}) {
  const store = useCurrentStoreId();
  // Deliveries of several games go one game after the other.
  const target = all[0]?.target;
  const deliveries = all.filter((one) => one.target === target);
  const servers = (useServers() ?? []).filter(({ game }) => game === target);
  const [picked, setPicked] = useState('');
  const [reason, setReason] = useState('');
  const serverId = picked || (servers[0]?.id ?? '');
  const many = deliveries.length > 1;

  const send = async () => {
    const ids = deliveries.map(({ id }) => id);
    await call('POST /deliveries/move', { body: { ids, serverId, reason: reason.trim() }, store });
    notify.success(
      many ? 'Entregas de volta à fila, no outro servidor.' : 'Entrega de volta à fila, no outro servidor.',
    );
    await refreshAfter('POST /deliveries/move', store);
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Escolher outro servidor"
      confirmLabel="Enviar para este servidor"
      pendingLabel="Enviando..."
      dismissLabel="Voltar"
      tone="primary"
      ready={serverId !== '' && reason.trim() !== ''}
      onConfirm={send}
      errorText={(failure) => errorText(failure, 'Erro ao mudar o servidor')}
    >
      <div className="flex flex-col gap-5 text-text">
        <p className="text-muted">
          {many
            ? `Estas ${deliveries.length} entregas estão sem servidor. Elas serão executadas no que você escolher, com o benefício e o prazo delas.`
            : 'Esta entrega está sem servidor. Ela será executada no que você escolher, com o benefício e o prazo dela.'}
        </p>
        {servers.length === 0 ? (
          <Alert tone="warn">
            A loja ainda não tem um servidor deste jogo. Adicione um em Configurações, Servidores.
          </Alert>
        ) : null}
        <Field label="Servidor">
          <Select value={serverId} onChange={(event) => setPicked(event.target.value)}>
            {servers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Motivo" help="Fica no registro de alterações e no histórico da entrega.">
          <Textarea
            rows={2}
            className="min-h-16"
            maxLength={limits.resendReasonMax}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
