import { useQuery } from '@tanstack/react-query';
import { joinActions, listName } from '@vitrine/contract/action-lists';
import type { Category, Product } from '@vitrine/contract/catalog';
import { limits } from '@vitrine/contract/limits';
import type { ProductOption } from '@vitrine/contract/product-options';
import { lazy, Suspense } from 'react';
import { Controller, type FieldPath, useForm } from 'react-hook-form';
import { showAtField } from '../../lib/form-errors.ts';
import { Field } from '../../ui/field.tsx';
import { Switch, Textarea, TextInput } from '../../ui/inputs.tsx';
import { MoneyInput, NumberInput } from '../../ui/number-input.tsx';
import { Card, Skeleton } from '../../ui/surfaces.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { fillForm } from '../form/edited/fill-form.ts';
import type { Read } from '../form/edited/use-edited.client.tsx';
import { FormBar } from '../form/form-bar.client.tsx';
import { lateResolver } from '../form/late-resolver.ts';
import { useFormSave } from '../form/use-form-save.client.tsx';
import { useSaveQuestion } from '../form/use-save-question.client.tsx';
import { planQuery } from '../store/catalog-queries.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { ActionList, type AnyAction } from './action-list.client.tsx';
import { actionTabs } from './action-tabs.ts';
import { CategoryField } from './category/category-field.client.tsx';
import { OptionList } from './options/option-list.client.tsx';
import { type SentPictures, usePictures } from './pictures/use-pictures.client.ts';
import { type ProductState, type ProductValues, pageDraft, saveQuestion, valuesOf } from './product-form-model.ts';

/** It brings the colours of a store, and nobody needs it before the form. */
const ProductPreview = lazy(async () => ({
  default: (await import('./product-preview.client.tsx')).ProductPreview,
}));

const ProductPictures = lazy(() => import('./pictures/product-pictures.client.tsx'));

const SaleFields = lazy(() => import('./sale-fields.client.tsx'));

const newProduct = lateResolver(async () => (await import('./product-rules.ts')).newProduct);
const editedProduct = lateResolver(async () => (await import('./product-rules.ts')).editedProduct);

interface ProductFormProps {
  mode: 'create' | 'edit';
  /** The product's id, if it has one. */
  product?: string;
  /** The product that is copied into a new one. The copy's draft is apart from the draft of an empty new product. */
  copied?: string | undefined;
  /** The version that the form is filled from. */
  version?: number;
  initial: ProductValues;
  /** The stored pictures. */
  images: SentPictures;
  categories: readonly Category[];
  /**
   * Sends the product. `images` undefined keeps the pictures; `base` is what the form was filled from. If it rejects, this form
   * shows the failure.
   */
  save(
    values: ProductValues & { freeConfirmed?: boolean },
    images: SentPictures | undefined,
    base: Read<ProductState> | undefined,
  ): Promise<unknown>;
}

/** Texts of SPEC.md sections 2 and 8. */
const texts = {
  create: {
    submit: 'Criar Produto',
    pending: 'Criando...',
    success: 'Produto criado com sucesso!',
    failure: 'Não foi possível criar o produto!',
  },
  edit: {
    submit: 'Salvar Produto',
    pending: 'Salvando...',
    success: 'Produto editado com sucesso!',
    failure: 'Não foi possível editar o produto!',
  },
} as const;

const whole = {
  stock: { label: 'Estoque', help: 'Vazio: sem limite.', placeholder: 'Sem limite' },
  lowStock: { label: 'Avisar quando restar', help: 'Com quantas unidades o painel avisa.', placeholder: 'Sem aviso' },
  buylimit: { label: 'Limite por cliente', help: 'Vazio: sem limite.', placeholder: 'Sem limite' },
  removeProduct: {
    label: 'Remover após (dias)',
    help: 'Quando o produto expira. Se a cidade voltar só depois disso, os dias começam com a entrega.',
    placeholder: 'Nunca expira',
  },
} as const;

/** The product form at the left, its live preview at the right; for creating and editing. */
export function ProductForm({ mode, product, copied, version, initial, images, categories, save }: ProductFormProps) {
  const { data: plan } = useQuery(planQuery(useCurrentStoreId()));
  const form = useForm<ProductValues>({
    resolver: mode === 'create' ? newProduct : editedProduct,
    defaultValues: initial,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const values = form.watch();
  const options = (values.options ?? []) as ProductOption[];
  const pictures = usePictures(images);
  const words = texts[mode];
  const saving = useFormSave({
    dirty: isDirty || pictures.changed,
    to: '/products',
    success: words.success,
    failure: words.failure,
    atField: (refusal) => pictures.refuse(refusal) || showAtField(form, refusal),
    what: 'este produto',
    draft: `product:${product ?? (copied ? `copy:${copied}` : 'new')}`,
    kept(state, base) {
      const stored = state.images.filter(({ image }) => !image.startsWith('blob:'));
      const partial = stored.length < state.images.length;
      return { state: { ...state, images: partial && stored.length === 0 ? base.images : stored }, partial };
    },
    read: version === undefined ? undefined : { version, state: { ...initial, images } },
    now: () => ({ ...structuredClone(form.getValues()), images: pictures.now() }),
    fill({ images: stored, ...from }, own, mine) {
      const kept = own.includes('images');
      fillForm(
        form,
        from,
        own.filter((path) => path !== 'images'),
        mine,
      );
      if (kept) pictures.keep(mine.images);
      else pictures.fill(stored);
    },
    stateOf: (current: Product) => ({ ...valuesOf(current), images: current.images }),
    fields: async () => (await import('./product-fields.ts')).productFields(categories),
    submit: () => void submit(),
  });
  const error = (field: FieldPath<ProductValues>) => form.getFieldState(field, form.formState).error?.message;

  const asking = useSaveQuestion();
  const submit = form.handleSubmit(async (input) => {
    if (!(await asking.ask(saveQuestion(input, initial)))) return;
    // A new product cannot be free.
    const freeConfirmed = mode === 'edit' && input.price === 0;
    const sent = freeConfirmed ? { ...input, freeConfirmed } : input;
    await saving.save(async (base) => save(sent, await pictures.sent(), base));
  });

  const wholeNumber = (name: keyof typeof whole) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={whole[name].label} optional help={whole[name].help} error={error(name)}>
          <NumberInput {...field} strict value={field.value ?? null} placeholder={whole[name].placeholder} />
        </Field>
      )}
    />
  );

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-6"
    >
      <div className="flex min-w-0 flex-col gap-4">
        {saving.notice}
        <Card title="Informações básicas">
          <div className="flex flex-col gap-5">
            <Field label="Nome" error={errors.name?.message}>
              <TextInput
                autoComplete="off"
                maxLength={limits.productNameMax}
                placeholder="VIP Ouro"
                {...form.register('name')}
              />
            </Field>
            <CategoryField control={form.control} categories={categories} />
            <Field
              label="Descrição"
              optional
              help="Cada linha vira um tópico. Vale **negrito**, *itálico* e [link](https://…)."
              error={errors.description?.message}
            >
              <Textarea
                maxLength={limits.productDescriptionMax}
                placeholder={'Salário dobrado\nFila prioritária'}
                {...form.register('description')}
              />
            </Field>
            <Switch
              label="Produto em destaque"
              help="Ganha um selo e chama a atenção."
              {...form.register('featured')}
            />
          </div>
        </Card>

        <Card title="Preço e estoque">
          <div className="grid gap-5 sm:grid-cols-2">
            <Controller
              control={form.control}
              name="price"
              render={({ field }) => (
                <Field label="Preço" error={errors.price?.message}>
                  <MoneyInput {...field} onChange={(price) => field.onChange(price ?? Number.NaN)} />
                </Field>
              )}
            />
            <Controller
              control={form.control}
              name="compareAtPrice"
              render={({ field }) => (
                <Field
                  label="Preço original"
                  optional
                  help="Aparece riscado quando é maior que o preço."
                  error={errors.compareAtPrice?.message}
                >
                  <MoneyInput {...field} strict value={field.value ?? null} />
                </Field>
              )}
            />
            {wholeNumber('stock')}
            {wholeNumber('lowStock')}
            {wholeNumber('buylimit')}
            {wholeNumber('removeProduct')}
          </div>
        </Card>

        <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
          <SaleFields control={form.control} isNew={mode === 'create'} />
        </Suspense>

        <Card
          title="Opções do cliente"
          description="O que quem compra escolhe ou digita na página do produto, sem mudar o preço."
        >
          <OptionList
            options={options}
            onChange={(next) => form.setValue('options', next, { shouldDirty: true })}
            errors={options.map((_, place) => error(`options.${place}.name`))}
          />
        </Card>

        <Card
          title="Ações automáticas"
          description="O que acontece sozinho depois da compra, ou quando o produto expira."
        >
          <Tabs
            label="Ações automáticas"
            tabs={actionTabs.map((tab) => {
              const list = listName(tab.id);
              const actions = (values[list] ?? []) as AnyAction[];
              return {
                id: tab.id,
                label: actions.length > 0 ? `${tab.label} (${actions.length})` : tab.label,
                content: (
                  <ActionList
                    product={product}
                    options={options}
                    expires={Number(values.removeProduct) > 0}
                    tab={tab}
                    actions={actions}
                    blocked={tab.id === 'discord' && plan?.discordIntegration === false}
                    onChange={(next) => form.setValue(list, next as never, { shouldDirty: true })}
                  />
                ),
              };
            })}
          />
        </Card>

        <Card title="Imagens e vídeo">
          <Suspense fallback={<Skeleton className="h-36" />}>
            <ProductPictures pictures={pictures} />
          </Suspense>
          <div className="mt-5">
            <Field label="Vídeo" optional help="Só carrega quando a pessoa toca." error={errors.video?.message}>
              <TextInput
                inputMode="url"
                maxLength={200}
                placeholder="https://www.youtube.com/watch?v=…"
                {...form.register('video')}
              />
            </Field>
          </div>
        </Card>
      </div>

      <aside className="lg:sticky lg:top-6" aria-label="Prévia do produto">
        <Suspense fallback={<Skeleton className="h-96" />}>
          <ProductPreview
            name={values.name}
            price={values.price}
            compareAtPrice={values.compareAtPrice}
            featured={values.featured ?? false}
            image={pictures.list[0]?.src ?? null}
            description={values.description ?? ''}
            removeProduct={values.removeProduct}
            actions={joinActions(values)}
            partial={pictures.list.some(({ src }) => src.startsWith('blob:'))}
            draft={() => pageDraft(form.getValues(), pictures.now(), product)}
          />
        </Suspense>
      </aside>

      <FormBar
        submitLabel={words.submit}
        pendingLabel={words.pending}
        pending={isSubmitting}
        refusal={saving.refusal}
        cancelTo="/products"
        className="lg:col-span-2"
      />
      {saving.question}
      {asking.dialog}
    </form>
  );
}
