import { limits } from '@vitrine/contract/limits';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';

/** Asks before the identification token changes, because every server then needs the new one. */
export function RotateToken({ open, onClose }: { open: boolean; onClose(): void }) {
  const subdomain = useCurrentStoreId();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Trocar o token de identificação?"
      confirmLabel="Trocar token"
      pendingLabel="Trocando..."
      dismissLabel="Voltar"
      onConfirm={async () => {
        await call('POST /store/token/rotate', { body: {}, store: subdomain });
        await refreshAfter('POST /store/token/rotate', subdomain);
        notify.success('Token trocado. Atualize o server.cfg.');
      }}
      errorText={(error) => errorText(error, 'Erro ao trocar o token')}
    >
      Um token novo passa a valer. O antigo funciona por mais {limits.gameTokenOverlapHours} horas: até lá, troque a
      linha <code className="font-mono text-text">vitrine_token</code> no server.cfg e reinicie. O Discord continua
      conectado.
    </ConfirmDialog>
  );
}
