import { useMutation, useQuery } from '@tanstack/react-query';
import type { ProductChange, ProductsChanged } from '@vitrine/contract/product-changes';
import type { ListedProduct } from '@vitrine/contract/product-list';
import { type PriceRounding, priceRoundings, priceRoundingTexts } from '@vitrine/contract/product-status';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/inputs.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { Alert, Skeleton } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { categoriesQuery } from '../../store/catalog-queries.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { keyOf, refreshAfter } from '../../store/query-keys.ts';
import { undoOf } from '../../store/undo.ts';
import { type ChangeKind, type ChangeValues, changeOf, changeTitles, mostPercent } from './change-kinds.ts';

interface ChangeDialogProps {
  /** null: closed. */
  kind: ChangeKind | null;
  products: readonly ListedProduct[];
  onClose(): void;
  onDone(): void;
}

const blank: ChangeValues = { percent: null, down: false, rounding: 'ninety', categoryId: '' };

/** One change of all chosen products. It says before the press what the change would do, and after it which products were left out. */
export function ChangeDialog({ kind, products, onClose, onDone }: ChangeDialogProps) {
  const store = useCurrentStoreId();
  const [values, setValues] = useState(blank);
  const [shown, setShown] = useState(kind);
  const [done, setDone] = useState<ProductsChanged | null>(null);
  const [opened, setOpened] = useState(false);
  // The closing window still shows its words.
  if ((kind !== null) !== opened) {
    setOpened(kind !== null);
    if (kind) {
      setShown(kind);
      setValues(blank);
      setDone(null);
    }
  }
  const change = shown ? changeOf(shown, values) : null;
  const body = { products: products.map(({ _id: id, version }) => ({ id, version })), change: change as ProductChange };
  const preview = useQuery({
    queryKey: keyOf('POST /products/change/preview', store, { sent: JSON.stringify(body) }),
    enabled: kind !== null && change !== null && done === null && products.length > 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => call('POST /products/change/preview', { body, store, signal }),
  });
  const send = useMutation({
    mutationFn: () => call('POST /products/change', { body, store }),
    onSuccess(answer) {
      void refreshAfter('POST /products/change', store);
      onDone();
      const { changed, left } = answer;
      const ids = changed.map(({ id }) => id);
      notify.success(
        changed.length === 1 ? '1 produto mudou.' : `${formatNumber(changed.length)} produtos mudaram.`,
        shown === 'delete' && ids.length > 0 ? undoOf(store, 'product', ids) : undefined,
      );
      if (left.length === 0) onClose();
      else setDone(answer);
    },
  });
  const told = done ?? (change && preview.data) ?? null;
  const failure = send.error ?? preview.error;
  const count = told?.changed.length ?? 0;

  return (
    <Dialog
      open={kind !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={shown ? changeTitles[shown] : ''}
      dismissable={!send.isPending}
      footer={
        done ? (
          <Button onClick={onClose}>Fechar</Button>
        ) : (
          <>
            <Button tone="quiet" onClick={onClose} disabled={send.isPending}>
              Cancelar
            </Button>
            <Button
              tone={shown === 'delete' ? 'danger' : 'primary'}
              pending={send.isPending}
              pendingLabel="Mudando..."
              disabled={count === 0}
              onClick={() => send.mutate()}
            >
              {shown === 'delete' ? 'Deletar' : 'Mudar'} {count === 1 ? '1 produto' : `${formatNumber(count)} produtos`}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {done || !shown ? null : <ChangeFields kind={shown} values={values} onChange={setValues} />}
        {shown === 'delete' && !done ? (
          <p className="text-small text-muted">
            Os produtos somem da loja e do painel na hora. Pedidos já feitos e entregas a caminho continuam como estão.
          </p>
        ) : null}
        {failure ? <Alert tone="bad" title={errorText(failure, 'Não foi possível mudar os produtos.')} /> : null}
        {told ? <Told told={told} isDone={done !== null} /> : change && !failure ? <Skeleton className="h-32" /> : null}
      </div>
    </Dialog>
  );
}

interface ChangeFieldsProps {
  kind: ChangeKind;
  values: ChangeValues;
  onChange(values: ChangeValues): void;
}

function ChangeFields({ kind, values, onChange }: ChangeFieldsProps) {
  const categories = useQuery(categoriesQuery(useCurrentStoreId())).data ?? [];
  const { percent, down, rounding, categoryId } = values;
  const most = mostPercent(down);
  const wrong = percent !== null && (percent < 1 || percent > most);
  if (kind === 'category') {
    return (
      <Field label="Nova categoria">
        <Select value={categoryId} onChange={(event) => onChange({ ...values, categoryId: event.target.value })}>
          <option value="">Selecione a categoria</option>
          {categories.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    );
  }
  if (kind !== 'price') return null;
  return (
    <>
      <RadioCards
        inline
        legend="Preço"
        value={down ? 'down' : 'up'}
        onChange={(way) => onChange({ ...values, down: way === 'down' })}
        options={[
          { value: 'up', label: 'Aumenta' },
          { value: 'down', label: 'Diminui' },
        ]}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Quanto (%)" error={wrong ? `Informe de 1 a ${most}.` : undefined}>
          <NumberInput value={percent} onChange={(next) => onChange({ ...values, percent: next })} placeholder="10" />
        </Field>
        <Field label="Arredondar">
          <Select
            value={rounding}
            onChange={(event) => onChange({ ...values, rounding: event.target.value as PriceRounding })}
          >
            {priceRoundings.map((known) => (
              <option key={known} value={known}>
                {priceRoundingTexts[known]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  );
}

const row = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2';

function Told({ told: { changed, left }, isDone }: { told: ProductsChanged; isDone: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      {changed.length > 0 && !isDone ? (
        <section aria-label="O que muda">
          <h3 className="text-small font-medium text-muted">O que muda</h3>
          <ul className="mt-1 divide-y divide-line">
            {changed.map(({ id, name, before, after }) => (
              <li key={id} className={row}>
                <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
                <span className="figures text-small">
                  <span className="text-muted">{before}</span> → {after}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {left.length > 0 ? (
        <section aria-label="O que fica de fora">
          <h3 className="text-small font-medium text-muted">{isDone ? 'O que ficou de fora' : 'O que fica de fora'}</h3>
          <ul className="mt-1 divide-y divide-line">
            {left.map(({ id, name, why }) => (
              <li key={id} className={row}>
                <span className="min-w-0 font-medium wrap-anywhere">{name ?? 'Produto que saiu'}</span>
                <span className="text-small text-muted">{why}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
