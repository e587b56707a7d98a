import type { Category } from '@vitrine/contract/catalog';
import { lazy, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/inputs.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import type { ProductValues } from '../product-form-model.ts';

const CategoryDialog = lazy(async () => ({ default: (await import('./category-dialog.client.tsx')).CategoryDialog }));

/** The product's category: one of the store's, or a new one that is made over the form. */
export function CategoryField({
  control,
  categories,
}: {
  control: Control<ProductValues>;
  categories: readonly Category[];
}) {
  const { field, fieldState } = useController({ control, name: 'categoryId' });
  const [making, setMaking] = useState(false);
  return (
    <>
      <Field
        label="Categoria"
        error={fieldState.error?.message}
        aside={
          <button
            type="button"
            onClick={() => setMaking(true)}
            className="-my-3 min-h-11 rounded-control px-2 text-small text-accent-text hover:underline pointer-fine:my-0 pointer-fine:min-h-6"
          >
            Nova categoria
          </button>
        }
      >
        <Select {...field}>
          <option value="">Selecione a categoria</option>
          {categories.map((category) => (
            <option key={category._id} value={category._id}>
              {category.name}
            </option>
          ))}
        </Select>
      </Field>
      <OnDemand when={making}>
        <CategoryDialog open={making} onClose={() => setMaking(false)} onMade={field.onChange} />
      </OnDemand>
    </>
  );
}
