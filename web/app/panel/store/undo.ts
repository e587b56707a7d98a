import type { UndoKind } from '@vitrine/contract/undo-words';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { notify, type ToastButton } from '../../ui/toast.tsx';
import { refreshAfter } from './query-keys.ts';

/** 'Desfazer' beside the message that something is deleted: it brings back everything that can come back. */
export const undoOf = (store: string | null, kind: UndoKind, ids: string[]): ToastButton => ({
  label: 'Desfazer',
  press: () => void undo(store, kind, ids),
});

async function undo(store: string | null, kind: UndoKind, ids: string[]): Promise<void> {
  try {
    const { left } = await call('POST /undo', { body: { kind, ids }, store });
    const [first] = left;
    if (first)
      notify.error(`${left.length === 1 ? '1 item não voltou' : `${left.length} itens não voltaram`}. ${first.why}`);
    else notify.success('Exclusão desfeita!');
  } catch (error) {
    notify.error(errorText(error, 'Erro ao desfazer a exclusão'));
  }
  await refreshAfter('POST /undo', store);
}
