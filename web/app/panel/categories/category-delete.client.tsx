import type { Category } from '@vitrine/contract/catalog';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { undoOf } from '../store/undo.ts';

const question = 'Tem certeza que deseja deletar esta categoria?';

interface CategoryDeleteDialogProps {
  /** null: closed. */
  category: Category | null;
  onClose(): void;
  /** The element that gets the focus when the category and its button are gone. */
  focusAfter(): HTMLElement | null;
}

/**
 * Asks before a category is deleted. A product must have a category, so a category with products is not deleted: then
 * the dialog offers the way to its products.
 */
export function CategoryDeleteDialog({ category, onClose, focusAfter }: CategoryDeleteDialogProps) {
  const store = useCurrentStoreId();
  const shown = useLast(category);
  if (!shown) return null;

  const remove = async () => {
    await call('DELETE /categories/delete/:subdomain/:id', { params: { subdomain: store ?? '', id: shown._id } });
    notify.success('Categoria deletada com sucesso!', undoOf(store, 'category', [shown._id]));
    // The dialog stays open until the list is loaded without the category: only then is the next row there for the
    // focus.
    await refreshAfter('DELETE /categories/delete/:subdomain/:id', store);
  };
  const onOpenChange = (open: boolean) => {
    if (!open) onClose();
  };

  if (shown.products > 0) {
    const products = shown.products === 1 ? '1 produto à venda' : `${shown.products} produtos à venda`;
    return (
      <Dialog
        open={category !== null}
        onOpenChange={onOpenChange}
        title={question}
        size="sm"
        footer={
          <>
            <Button tone="quiet" onClick={onClose}>
              Cancelar
            </Button>
            <LinkButton to="/products">Ver produtos</LinkButton>
          </>
        }
      >
        <p className="text-muted">
          Ainda não é possível: “{shown.name}” tem {products}, e nenhum produto some junto com a categoria. Mude a
          categoria {shown.products === 1 ? 'dele' : 'deles'} ou delete{' '}
          {shown.products === 1 ? 'o produto' : 'os produtos'} antes.
        </p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open={category !== null}
      onOpenChange={onOpenChange}
      title={question}
      confirmLabel="Deletar"
      pendingLabel="Deletando..."
      onConfirm={remove}
      focusAfter={focusAfter}
      errorText={(error) => errorText(error, 'Erro ao deletar a categoria')}
    >
      “{shown.name}” não tem produtos à venda, então nada sai da loja. Produtos antigos, já deletados, passam para outra
      categoria e os pedidos continuam como estão.
    </ConfirmDialog>
  );
}
