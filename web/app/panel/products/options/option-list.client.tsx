import { useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { ProductOption } from '@vitrine/contract/product-options';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/surfaces.tsx';
import { useSortable } from '../../list/use-sortable.client.tsx';
import { variablesQuery } from '../../store/catalog-queries.ts';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { optionSummary } from './option-words.ts';

/** It brings the schemas that read drafts, so it loads when the first dialog opens. */
const OptionDialog = lazy(() => import('./option-dialog.client.tsx'));

interface OptionListProps {
  options: readonly ProductOption[];
  onChange(options: ProductOption[]): void;
  /** What the server refused of each option, by its place. */
  errors: readonly (string | undefined)[];
}

/** What the buyer chooses or types, in the order of the fields. Changes are local until the product is saved. */
export default function OptionList({ options, onChange, errors }: OptionListProps) {
  const { data: variables = [] } = useQuery(variablesQuery(useCurrentStoreId()));
  /** Place of the option in the dialog; the length for a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const sortable = useSortable({
    items: options,
    keyOf: ({ name }) => name,
    nameOf: ({ label }) => label,
    onOrder: onChange,
  });
  const full = options.length >= limits.optionsPerProduct;
  return (
    <div className="flex flex-col gap-3">
      {sortable.announcement}
      {options.length === 0 ? (
        <div className="rounded-card border border-dashed border-line-strong px-5 py-8 text-center">
          <p className="font-medium">Nenhuma opção</p>
          <p className="mt-1 text-small text-muted text-pretty">
            O cliente compra sem escolher nada. Peça a placa ou a cor, e use a resposta nas ações.
          </p>
        </div>
      ) : (
        <ol className="divide-y divide-line overflow-hidden rounded-card border border-line">
          {sortable.list.map((option, index) => (
            <li
              key={option.name}
              {...sortable.itemProps(index)}
              className="flex items-center gap-1 bg-raised py-2 pr-2 pl-1 data-dragged:bg-accent-soft"
            >
              {sortable.handle(index)}
              <div className="min-w-0 grow py-0.5">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="wrap-anywhere">{option.label}</span>
                  <Badge tone={option.required ? 'ok' : 'neutral'}>
                    {option.required ? 'Obrigatória' : 'Opcional'}
                  </Badge>
                </p>
                <p className="mt-0.5 text-small wrap-anywhere text-muted">
                  <code className="text-text">{`{{${option.name}}}`}</code> · {optionSummary(option)}
                </p>
                <p role="alert" className="mt-0.5 text-small text-bad text-pretty empty:hidden">
                  {errors[index]}
                </p>
              </div>
              <IconButton label={`Editar opção: ${option.label}`} size="small" onClick={() => setOpen(index)}>
                <Pencil className="size-4" />
              </IconButton>
              <IconButton
                label={`Remover opção: ${option.label}`}
                size="small"
                onClick={() => {
                  onChange(options.filter((one) => one !== option));
                  addButton.current?.focus();
                }}
              >
                <Trash2 className="size-4" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={addButton}
          tone="secondary"
          size="small"
          icon={<Plus className="size-4" />}
          disabled={full}
          onClick={() => setOpen(options.length)}
        >
          {options.length === 0 ? 'Adicionar opção' : 'Outra opção'}
        </Button>
        {full ? (
          <p className="text-small text-muted">Um produto tem no máximo {limits.optionsPerProduct} opções.</p>
        ) : null}
      </div>
      {open !== null ? (
        <Suspense>
          <OptionDialog
            option={options[open]}
            taken={[...options.filter((_, place) => place !== open), ...variables].map(({ name }) => name)}
            onClose={() => setOpen(null)}
            onConfirm={(option) => {
              onChange(
                open >= options.length
                  ? [...options, option]
                  : options.map((one, place) => (place === open ? option : one)),
              );
              setOpen(null);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
