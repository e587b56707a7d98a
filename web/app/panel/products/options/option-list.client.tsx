import { limits } from '@vitrine/contract/limits';
import type { ProductOption } from '@vitrine/contract/product-options';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/surfaces.tsx';

/** It brings the schemas that read drafts, so it loads when the first dialog opens. */
const OptionDialog = lazy(() => import('./option-dialog.client.tsx'));
/** Most products have no option, so the rows and what sorts them load with the first one. */
const OptionRows = lazy(() => import('./option-rows.client.tsx'));

interface OptionListProps {
  options: readonly ProductOption[];
  onChange(options: ProductOption[]): void;
  /** What the server refused of each option, by its place. */
  errors: readonly (string | undefined)[];
}

/** What the buyer chooses or types, in the order of the fields. Changes are local until the product is saved. */
export function OptionList({ options, onChange, errors }: OptionListProps) {
  /** Place of the option in the dialog; the length for a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const full = options.length >= limits.optionsPerProduct;
  return (
    <div className="flex flex-col gap-3">
      {options.length === 0 ? (
        <div className="rounded-card border border-dashed border-line-strong px-5 py-8 text-center">
          <p className="font-medium">Nenhuma opção</p>
          <p className="mt-1 text-small text-muted text-pretty">
            O cliente compra sem escolher nada. Peça a placa ou a cor, e use a resposta nas ações.
          </p>
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-16" />}>
          <OptionRows
            options={options}
            onChange={onChange}
            errors={errors}
            onEdit={setOpen}
            onRemove={(place) => {
              onChange(options.filter((_, other) => other !== place));
              addButton.current?.focus();
            }}
          />
        </Suspense>
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
            taken={options.filter((_, place) => place !== open).map(({ name }) => name)}
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
