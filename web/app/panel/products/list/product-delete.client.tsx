import type { Product } from '@vitrine/contract/catalog';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';
import { undoOf } from '../../store/undo.ts';

interface ProductDeleteDialogProps {
  /** null: closed. */
  product: Pick<Product, '_id' | 'name'> | null;
  onClose(): void;
  /** The element that gets the focus when the product's row and its menu are gone. */
  focusAfter(): HTMLElement | null;
}

/** Asks before a product is taken off sale. */
export function ProductDeleteDialog({ product, onClose, focusAfter }: ProductDeleteDialogProps) {
  const store = useCurrentStoreId();
  const shown = useLast(product);
  if (!shown) return null;
  return (
    <ConfirmDialog
      open={product !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Tem certeza que deseja deletar este produto?"
      confirmLabel="Deletar"
      pendingLabel="Deletando..."
      onConfirm={async () => {
        await call('DELETE /products/delete/:subdomain', {
          params: { subdomain: store ?? '' },
          body: { productId: shown._id },
        });
        notify.success('Produto deletado com sucesso!', undoOf(store, 'product', [shown._id]));
        // The dialog stays open until the list is loaded without the product: only then is the next row there for the
        // focus.
        await refreshAfter('DELETE /products/delete/:subdomain', store);
      }}
      focusAfter={focusAfter}
      errorText={(error) => errorText(error, 'Erro ao deletar o produto')}
    >
      “{shown.name}” sai da loja na hora. Pedidos já feitos e entregas a caminho continuam como estão.
    </ConfirmDialog>
  );
}
