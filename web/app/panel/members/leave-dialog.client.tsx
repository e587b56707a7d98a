import { useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { leaveStore } from '../store/missing-store.ts';
import { refreshAfter } from '../store/query-keys.ts';

/** Asks whether the person leaves the team of the current store, and does it. */
export function LeaveDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const store = useCurrentStoreId();
  const navigate = useNavigate();
  const leave = async () => {
    if (store) leaveStore(store);
    await call('POST /members/leave', { body: {}, store });
    notify.success('Você saiu da loja.');
    await navigate('/profile', { replace: true });
    await refreshAfter('POST /members/leave', store);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title="Sair desta loja?"
      confirmLabel="Sair da loja"
      pendingLabel="Aguarde..."
      dismissLabel="Voltar"
      tone="danger"
      onConfirm={leave}
      errorText={(error) => errorText(error, 'Erro ao sair da loja')}
    >
      Você perde o acesso na hora. Para voltar, alguém precisa convidar você de novo.
    </ConfirmDialog>
  );
}
