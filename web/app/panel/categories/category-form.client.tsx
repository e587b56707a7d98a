import type { CategoryEdit, CategoryPage } from '@vitrine/contract/catalog';
import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { showAtField } from '../../lib/form-errors.ts';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Textarea, TextInput } from '../../ui/inputs.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { fillForm } from '../form/edited/fill-form.ts';
import { FormBar } from '../form/form-bar.client.tsx';
import { imageHint, imageMaxBytes, imageRefusals, imageShapes, imageTypes } from '../form/images.ts';
import { lateResolver } from '../form/late-resolver.ts';
import { useFormSave } from '../form/use-form-save.client.tsx';
import { usePicture } from '../form/use-picture.client.ts';

const resolver = lateResolver(async () => {
  const [{ zodResolver }, rules] = await Promise.all([
    import('@hookform/resolvers/zod'),
    import('@vitrine/contract/catalog'),
  ]);
  return zodResolver(rules.CategoryEdit);
});

type CategoryValues = Pick<CategoryEdit, 'name' | 'description'>;
/** What the form edits: its values, and the picture apart from them. */
export type CategoryState = CategoryValues & { imageUrl: string | null };

interface CategoryFormProps {
  /** The category's id, and the version that the form is filled from; absent for a new one. */
  id?: string;
  version?: number;
  initial: CategoryState;
  submitLabel: string;
  pendingLabel: string;
  /** Texts of SPEC.md section 8. */
  success: string;
  failure: string;
  /** The page that opens afterwards; by default the list. */
  to?: string;
  /** Sends the category. `imageUrl` undefined keeps the picture, null removes it. */
  save(values: CategoryEdit & { imageUrl: string | null | undefined }): Promise<unknown>;
}

/** A category's name, and what its page in the shop shows; shared by creating and editing. */
export function CategoryForm(props: CategoryFormProps) {
  const { id, version, initial, submitLabel, pendingLabel, success, failure, to = '/categories', save } = props;
  const { imageUrl: image, ...values } = initial;
  const form = useForm<CategoryValues>({ resolver, defaultValues: values });
  const picture = usePicture(image);
  const { errors, isDirty, isSubmitting } = form.formState;
  const saving = useFormSave({
    dirty: isDirty || picture.changed,
    to,
    success,
    failure,
    atField: (error) => picture.refuse(error) || showAtField(form, error),
    what: 'esta categoria',
    draft: `category:${id ?? 'new'}`,
    kept(state, base) {
      const partial = state.imageUrl?.startsWith('blob:') ?? false;
      return { state: partial ? { ...state, imageUrl: base.imageUrl } : state, partial };
    },
    read: version === undefined ? undefined : { version, state: initial },
    now: () => ({ ...form.getValues(), imageUrl: picture.preview }),
    fill({ imageUrl, ...from }, own, mine) {
      fillForm(
        form,
        from,
        own.filter((path) => path !== 'imageUrl'),
        mine,
      );
      if (!own.includes('imageUrl')) picture.fill(imageUrl);
      else if (!picture.preview?.startsWith('blob:')) picture.fill(imageUrl, mine.imageUrl);
    },
    stateOf: ({ name, description, imageUrl }: CategoryPage) => ({ name, description, imageUrl }),
    fields: async () => (await import('./category-fields.ts')).categoryFields,
    submit: () => void submit(),
  });
  const length = form.watch('name').length;
  const submit = form.handleSubmit((input) =>
    saving.save(async (base) => save({ ...input, imageUrl: await picture.address(), version: base?.version })),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {saving.notice}
      <Card className="flex max-w-xl flex-col gap-5">
        <Field
          label="Nome da categoria"
          help="É o título da prateleira na sua loja."
          error={errors.name?.message}
          aside={
            <span className="figures text-small text-muted" aria-hidden="true">
              {length}/{limits.categoryNameMax}
            </span>
          }
        >
          <TextInput
            autoComplete="off"
            autoFocus
            maxLength={limits.categoryNameMax}
            placeholder="VIPs"
            {...form.register('name')}
          />
        </Field>
        <Field
          label="Texto"
          optional
          help="Uma ou duas frases no topo da página da categoria."
          error={errors.description?.message}
        >
          <Textarea rows={3} maxLength={limits.categoryDescriptionMax} {...form.register('description')} />
        </Field>
        <Field label="Imagem" optional help="Uma faixa no topo da página da categoria." error={picture.error}>
          <FileDrop
            hint={`${imageHint} — arraste ou clique`}
            accept={imageTypes}
            maxBytes={imageMaxBytes}
            shape={imageShapes.banner}
            key={picture.stored.generation}
            current={picture.stored.image}
            onChange={picture.choose}
            onRefused={(reason) => picture.setError(imageRefusals[reason])}
          />
        </Field>
      </Card>
      <FormBar
        submitLabel={submitLabel}
        pendingLabel={pendingLabel}
        pending={isSubmitting}
        cancelTo="/categories"
        refusal={saving.refusal}
      />
      {saving.question}
    </form>
  );
}
