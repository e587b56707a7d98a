import type { CategoryEdit } from '@vitrine/contract/catalog';
import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { showAtField } from '../../lib/form-errors.ts';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Textarea, TextInput } from '../../ui/inputs.tsx';
import { Card } from '../../ui/surfaces.tsx';
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

interface CategoryFormProps {
  initial: CategoryEdit;
  image: string | null;
  submitLabel: string;
  pendingLabel: string;
  /** Texts of SPEC.md section 8. */
  success: string;
  failure: string;
  /** Sends the category. `imageUrl` undefined keeps the picture, null removes it. */
  save(values: CategoryEdit, imageUrl: string | null | undefined): Promise<unknown>;
}

/** A category's name, and what its page in the shop shows; shared by creating and editing. */
export function CategoryForm({ initial, image, submitLabel, pendingLabel, success, failure, save }: CategoryFormProps) {
  const form = useForm<CategoryEdit>({ resolver, defaultValues: initial });
  const picture = usePicture(image);
  const { errors, isDirty, isSubmitting } = form.formState;
  const saving = useFormSave({
    dirty: isDirty || picture.changed,
    to: '/categories',
    success,
    failure,
    atField: (error) => picture.refuse(error) || showAtField(form, error),
  });
  const length = form.watch('name').length;
  const submit = form.handleSubmit((input) => saving.save(async () => save(input, await picture.address())));

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
            current={image}
            onChange={picture.choose}
            onRefused={(reason) => picture.setError(imageRefusals[reason])}
          />
        </Field>
      </Card>
      <FormBar submitLabel={submitLabel} pendingLabel={pendingLabel} pending={isSubmitting} cancelTo="/categories" />
      {saving.dialog}
    </form>
  );
}
