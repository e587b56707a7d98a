import { useMutation } from '@tanstack/react-query';
import type { Product } from '@vitrine/contract/catalog';
import type { ListedProduct } from '@vitrine/contract/product-list';
import { type FormEvent, useState } from 'react';
import { ApiError, errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Alert } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { refreshAfter } from '../../store/query-keys.ts';

interface StockDialogProps {
  /** null: closed. */
  product: ListedProduct | null;
  onClose(): void;
}

type Stock = Pick<ListedProduct, '_id' | 'name' | 'version' | 'stock' | 'lowStock'>;

/** The stock of one product, and from how many units on its owner is warned. */
export function StockDialog({ product, onClose }: StockDialogProps) {
  const shown = useLast(product);
  return (
    <Dialog
      open={product !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={shown ? `Estoque de ${shown.name}` : ''}
      size="sm"
    >
      {shown ? <StockForm key={`${shown._id} ${shown.version}`} product={shown} onClose={onClose} /> : null}
    </Dialog>
  );
}

const inStock = (stock: number | null) => (stock === null ? 'sem limite' : formatNumber(stock));

function StockForm({ product, onClose }: { product: Stock; onClose(): void }) {
  const store = useCurrentStoreId();
  // The product that the edit is made over. After another person's save it is that person's, and the person here decides again.
  const [base, setBase] = useState(product);
  const [stock, setStock] = useState(product.stock);
  const [lowStock, setLowStock] = useState(product.lowStock);
  const [tried, setTried] = useState(false);
  const [overtaken, setOvertaken] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () =>
      call('POST /products/edit/', {
        body: {
          productId: base._id,
          version: base.version,
          productData: { stock, stockSeen: base.stock, lowStock },
        },
        store,
      }),
    onSuccess() {
      notify.success('Estoque salvo.');
      onClose();
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile' || !error.change) return;
      const current = error.change.current as Product;
      setBase({ ...base, version: current.version, stock: current.stock, lowStock: current.lowStock });
      setOvertaken(
        `${error.change.by ?? 'Outra pessoa'} mudou este produto. O estoque agora: ${inStock(current.stock)}.`,
      );
    },
    onSettled: () => void refreshAfter('POST /products/edit/', store),
  });
  // A text that is no number is NaN, and must not count as "without limit".
  const unreadable = [stock, lowStock].some((value) => Number.isNaN(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!unreadable) save.mutate();
  };
  const field = save.error instanceof ApiError ? save.error.field : undefined;
  const at = (name: 'stock' | 'lowStock') => {
    if (tried && Number.isNaN({ stock, lowStock }[name])) return 'Informe um número inteiro a partir de 0';
    return field === `productData.${name}` ? errorText(save.error, '') : undefined;
  };
  const failure = save.error && !overtaken && !at('stock') && !at('lowStock');

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Estoque" optional help="Vazio: sem limite." error={at('stock')}>
        <NumberInput strict value={stock} onChange={setStock} placeholder="Sem limite" />
      </Field>
      <Field label="Avisar quando restar" optional help="Com quantas unidades o painel avisa." error={at('lowStock')}>
        <NumberInput strict value={lowStock} onChange={setLowStock} placeholder="Sem aviso" />
      </Field>
      {overtaken ? (
        <Alert tone="warn" assertive title={overtaken}>
          Salvar de novo põe o que está aqui.
        </Alert>
      ) : null}
      {failure ? (
        <Alert tone="bad" assertive title={errorText(save.error, 'Não foi possível salvar o estoque.')} />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" pending={save.isPending} pendingLabel="Salvando...">
          Salvar estoque
        </Button>
      </div>
    </form>
  );
}
