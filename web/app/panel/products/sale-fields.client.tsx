import { productStatuses, productStatusTexts } from '@vitrine/contract/product-status';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { fromLocal, toLocal } from '../form/local-time.ts';
import type { ProductValues } from './product-form-model.ts';

const ends = {
  showsAt: { label: 'Entra na loja em', help: 'Vazio: já.' },
  hidesAt: { label: 'Sai da loja em', help: 'Vazio: fica.' },
} as const;

/** Whether and when the product is in the shop. A new product is not archived. */
export default function SaleFields({ control, isNew }: { control: Control<ProductValues>; isNew: boolean }) {
  const status = useWatch({ control, name: 'status' }) ?? 'shown';
  return (
    <Card title="Na loja" description="Quem vê o produto, e desde quando.">
      <div className="flex flex-col gap-5">
        <Controller
          control={control}
          name="status"
          render={({ field, fieldState }) => (
            <Field label="Situação" help={productStatusTexts[status].help} error={fieldState.error?.message}>
              <Select {...field}>
                {productStatuses
                  .filter((known) => !isNew || known !== 'archived')
                  .map((known) => (
                    <option key={known} value={known}>
                      {productStatusTexts[known].name}
                    </option>
                  ))}
              </Select>
            </Field>
          )}
        />
        {/* A date with its time has room for all of it, or the two stand one below the other. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16.25rem,100%),1fr))] gap-5">
          {(['showsAt', 'hidesAt'] as const).map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field, fieldState }) => (
                <Field label={ends[name].label} optional help={ends[name].help} error={fieldState.error?.message}>
                  <TextInput
                    type="datetime-local"
                    name={field.name}
                    ref={field.ref}
                    onBlur={field.onBlur}
                    value={toLocal(field.value ?? null)}
                    onChange={(event) => field.onChange(fromLocal(event.target.value))}
                  />
                </Field>
              )}
            />
          ))}
        </div>
        <p className="-mt-2 text-small text-muted">
          No horário de Brasília. Fora desse tempo ninguém vê nem compra, também quem já o tem no carrinho.
        </p>
      </div>
    </Card>
  );
}
