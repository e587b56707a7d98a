import type { Discount } from '@vitrine/contract/discounts';
import { limits } from '@vitrine/contract/limits';
import { Controller, useForm } from 'react-hook-form';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Field } from '../../ui/field.tsx';
import { Select, Switch, TextInput } from '../../ui/inputs.tsx';
import { MoneyInput, NumberInput } from '../../ui/number-input.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { fillForm } from '../form/edited/fill-form.ts';
import { FormBar } from '../form/form-bar.client.tsx';
import { lateResolver } from '../form/late-resolver.ts';
import { useFormSave } from '../form/use-form-save.client.tsx';
import { useSaveQuestion } from '../form/use-save-question.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { bodyOf, type DiscountValues, saveQuestion, valuesOf } from './discount-form-model.ts';
import type { CatalogCategory } from './discount-queries.ts';
import { ProductPicker } from './product-picker.client.tsx';

const resolver = lateResolver(async () => (await import('./discount-rules.ts')).discountResolver);

interface DiscountFormProps {
  /** The discount to change; undefined for a new one. */
  discount?: Discount;
  catalog: readonly CatalogCategory[];
}

/** All rules of a discount, for creating and editing. */
export function DiscountForm({ discount, catalog }: DiscountFormProps) {
  const store = useCurrentStoreId();
  const initial = valuesOf(discount, catalog);
  const form = useForm<DiscountValues>({ resolver, defaultValues: initial });
  const { isDirty, isSubmitting } = form.formState;
  const errors = form.formState.errors.body;
  const saving = useFormSave({
    dirty: isDirty,
    to: '/discounts',
    success: discount ? 'Cupom editado com sucesso!' : 'Cupom criado com sucesso!',
    failure: discount ? 'Erro ao editar cupom' : 'Erro ao criar cupom',
    atField(error) {
      if (!(error instanceof ApiError)) return false;
      const field = ({ discount_taken: 'code', discount_ended: 'expirationDate', conflict: 'usageCount' } as const)[
        error.code
      ];
      if (field) form.setError(`body.${field}`, { message: errorText(error, '') }, { shouldFocus: true });
      return field !== undefined;
    },
    what: 'este cupom',
    draft: `discount:${discount?._id ?? 'new'}`,
    read: discount && { version: discount.version, state: initial },
    now: () => structuredClone(form.getValues()),
    fill: (from, own, mine) => fillForm(form, from, own, mine),
    stateOf: (current: Discount) => valuesOf(current, catalog),
    fields: async () => (await import('./discount-fields.ts')).discountFields(catalog),
    submit: () => void submit(),
  });
  const { scope, body } = form.watch();

  const asking = useSaveQuestion();
  const submit = form.handleSubmit(async (values) => {
    if (!(await asking.ask(saveQuestion(values, initial)))) return;
    await saving.save(async (base) => {
      const params = discount && { subdomain: store ?? '', id: discount._id };
      const body = bodyOf(values);
      if (params)
        await call('POST /discounts/edit/:subdomain/:id', { params, body: { ...body, version: base?.version } });
      else await call('POST /discounts/create', { body, store });
      void refreshAfter(params ? 'POST /discounts/edit/:subdomain/:id' : 'POST /discounts/create', store);
    });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {saving.notice}
      <Card title="Cupom" className="max-w-3xl">
        <div className="flex flex-col gap-5">
          <Field label="Código" help="É o que o cliente digita no carrinho." error={errors?.code?.message}>
            <TextInput
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={limits.discountCodeMax}
              placeholder="DESCONTO10"
              className="font-medium tracking-wide uppercase placeholder:normal-case"
              {...form.register('body.code', {
                // SPEC.md section 5: forced to upper case
                onChange: (event) => form.setValue('body.code', event.target.value.toUpperCase()),
              })}
            />
          </Field>
          <Controller
            control={form.control}
            name="body.type"
            render={({ field }) => (
              <RadioCards
                inline
                legend="Tipo de desconto"
                value={field.value}
                onChange={(type) => {
                  field.onChange(type);
                  // 10 reais must not become 10 per cent
                  form.setValue('body.value', Number.NaN, { shouldDirty: true });
                  form.clearErrors('body.value');
                }}
                options={[
                  { value: 'fixed', label: 'Valor fixo', help: 'Reais a menos no total.' },
                  { value: 'percentage', label: 'Porcentagem', help: 'Uma parte do valor dos produtos.' },
                ]}
              />
            )}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Controller
              control={form.control}
              name="body.value"
              render={({ field: { onChange, ...field } }) => (
                <Field
                  label={body.type === 'fixed' ? 'Valor do desconto' : 'Porcentagem (%)'}
                  error={errors?.value?.message}
                >
                  {body.type === 'fixed' ? (
                    <MoneyInput {...field} onChange={(value) => onChange(value ?? Number.NaN)} />
                  ) : (
                    <NumberInput {...field} placeholder="10" onChange={(value) => onChange(value ?? Number.NaN)} />
                  )}
                </Field>
              )}
            />
            <Controller
              control={form.control}
              name="body.minValue"
              render={({ field }) => (
                <Field label="Valor mínimo do pedido" optional error={errors?.minValue?.message}>
                  <MoneyInput {...field} strict value={field.value ?? null} />
                </Field>
              )}
            />
          </div>
          <Controller
            control={form.control}
            name="body.status"
            render={({ field: { value, onChange, ...field } }) => (
              <Switch
                {...field}
                label="Cupom ativo"
                help="Desligado, ninguém consegue usar; o histórico fica."
                checked={value !== 'inactive'}
                onChange={(event) => onChange(event.target.checked ? 'active' : 'inactive')}
              />
            )}
          />
        </div>
      </Card>

      <Card title="Limites" className="max-w-3xl">
        <div className="flex flex-col gap-5">
          <Controller
            control={form.control}
            name="body.usageLimit"
            render={({ field }) => (
              <RadioCards
                inline
                legend="Quantidade de usos"
                value={field.value ?? 'unlimited'}
                onChange={field.onChange}
                options={[
                  { value: 'unlimited', label: 'Ilimitado' },
                  { value: 'limited', label: 'Limitado' },
                ]}
              />
            )}
          />
          {body.usageLimit === 'limited' ? (
            <Controller
              control={form.control}
              name="body.usageCount"
              render={({ field }) => (
                <Field
                  label="Número de usos"
                  help={discount?.usageCount ? `Já foi usado ${discount.usageCount} vez(es).` : undefined}
                  error={errors?.usageCount?.message}
                  className="sm:max-w-64"
                >
                  <NumberInput {...field} strict value={field.value ?? null} placeholder="100" />
                </Field>
              )}
            />
          ) : null}
          <Controller
            control={form.control}
            name="body.expiration"
            render={({ field }) => (
              <RadioCards
                inline
                legend="Expiração"
                value={field.value ?? 'never'}
                onChange={field.onChange}
                options={[
                  { value: 'never', label: 'Nunca' },
                  { value: 'date', label: 'Em uma data' },
                ]}
              />
            )}
          />
          {body.expiration === 'date' ? (
            <Field
              label="Data e hora"
              help="Horário de Brasília."
              error={errors?.expirationDate?.message}
              className="sm:max-w-72"
            >
              <TextInput type="datetime-local" {...form.register('body.expirationDate')} />
            </Field>
          ) : null}
          <Field label="Um uso por cliente" help={limitHelp[body.limitBy ?? '']} error={errors?.limitBy?.message}>
            <Select {...form.register('body.limitBy')} className="sm:max-w-80">
              <option value="">Sem esse limite</option>
              <option value="user_id">Pelo jogador</option>
              <option value="email">Pelo e-mail</option>
              <option value="discord">Pelo Discord</option>
            </Select>
          </Field>
        </div>
      </Card>

      <Card title="Produtos" className="max-w-3xl">
        <div className="flex flex-col gap-5">
          <Controller
            control={form.control}
            name="scope"
            render={({ field }) => (
              <RadioCards
                inline
                legend="Vale para"
                value={field.value}
                onChange={field.onChange}
                options={[
                  { value: 'all', label: 'Todos os produtos', help: 'Também os que você criar depois.' },
                  { value: 'picked', label: 'Só alguns', help: 'Categorias inteiras ou produtos.' },
                ]}
              />
            )}
          />
          {scope === 'picked' ? (
            <Controller
              control={form.control}
              name="selection"
              render={({ field, fieldState }) => (
                <div className="flex flex-col gap-2">
                  <ProductPicker
                    catalog={catalog}
                    selection={field.value}
                    onChange={(selection) => {
                      field.onChange(selection);
                      form.clearErrors('selection');
                    }}
                  />
                  <p role="alert" className="text-small text-bad empty:hidden">
                    {fieldState.error?.message}
                  </p>
                </div>
              )}
            />
          ) : null}
        </div>
      </Card>

      <FormBar
        submitLabel={discount ? 'Salvar cupom' : 'Criar cupom'}
        pendingLabel={discount ? 'Salvando...' : 'Criando...'}
        pending={isSubmitting}
        refusal={saving.refusal}
        cancelTo="/discounts"
      />
      {saving.question}
      {asking.dialog}
    </form>
  );
}

/** What each limit asks the customer for at checkout (DECISIONS.md, The API). */
const limitHelp = {
  '': 'Cada cliente pode usar quantas vezes quiser.',
  user_id: 'Cada jogador usa uma vez: o ID da Cidade, o nick ou a conta que ele digita.',
  email: 'Cada e-mail usa uma vez; o e-mail passa a ser obrigatório para usar o cupom.',
  discord: 'Cada conta do Discord usa uma vez.',
} as const;
