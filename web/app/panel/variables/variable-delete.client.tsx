import type { Variable } from '@vitrine/contract/variables';
import { Link } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { undoOf } from '../store/undo.ts';

interface VariableDeleteDialogProps {
  variable: Variable;
  onClose(): void;
  /** The element that gets the focus when the variable's row and its button are gone. */
  focusAfter(): HTMLElement | null;
}

/** Asks before a variable is deleted. A variable that products use stays, and the dialog names those products. */
export function VariableDeleteDialog({ variable, onClose, focusAfter }: VariableDeleteDialogProps) {
  const store = useCurrentStoreId();
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };
  const placeholder = `{{${variable.name}}}`;

  if (variable.usedBy.length > 0) {
    return (
      <Dialog
        open
        onOpenChange={onOpenChange}
        title="Esta variável está em uso"
        size="sm"
        footer={<Button onClick={onClose}>Entendi</Button>}
      >
        <p className="text-muted">
          Remova <code className="text-text">{placeholder}</code> das ações destes produtos antes de deletar:
        </p>
        <ul className="mt-3 flex flex-col">
          {variable.usedBy.map((product) => (
            <li key={product.id}>
              <Link
                to={`/products/edit/${product.id}`}
                className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-2 pointer-fine:min-h-8"
              >
                {product.name}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Tem certeza que deseja deletar esta variável?"
      confirmLabel="Deletar"
      pendingLabel="Deletando..."
      onConfirm={async () => {
        const params = { subdomain: store ?? '', id: variable._id };
        await call('DELETE /variables/delete/:subdomain/:id', { params });
        notify.success('Variável deletada com sucesso!', undoOf(store, 'variable', [variable._id]));
        // The dialog stays open until the list is loaded without the variable: only then is the next row there for
        // the focus.
        await refreshAfter('DELETE /variables/delete/:subdomain/:id', store);
      }}
      focusAfter={focusAfter}
      errorText={(error) => {
        // the list may be older than a save in another window: the new list names the products
        void refreshAfter('DELETE /variables/delete/:subdomain/:id', store);
        return errorText(error, 'Erro ao deletar a variável');
      }}
    >
      {variable.kind === 'question'
        ? 'A pergunta deixa de aparecer no carrinho. Pedidos já feitos guardam a resposta.'
        : `Nenhum produto usa ${placeholder}.`}
    </ConfirmDialog>
  );
}
