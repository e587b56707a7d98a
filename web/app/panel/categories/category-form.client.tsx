import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { showAtField } from '../../lib/form-errors.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { FormBar } from '../form/form-bar.client.tsx';
import { lateResolver } from '../form/late-resolver.ts';
import { useFormSave } from '../form/use-form-save.client.tsx';

const resolver = lateResolver(async () => {
  const [{ zodResolver }, { CategoryEdit }] = await Promise.all([
    import('@hookform/resolvers/zod'),
    import('@vitrine/contract/catalog'),
  ]);
  return zodResolver(CategoryEdit);
});

interface CategoryFormProps {
  name: string;
  submitLabel: string;
  pendingLabel: string;
  /** Texts of SPEC.md section 8. */
  success: string;
  failure: string;
  save(name: string): Promise<unknown>;
}

/** The single field of a category, shared by creating and editing. */
export function CategoryForm({ name, submitLabel, pendingLabel, success, failure, save }: CategoryFormProps) {
  const form = useForm({ resolver, defaultValues: { name } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const saving = useFormSave({
    dirty: isDirty,
    to: '/categories',
    success,
    failure,
    atField: (error) => showAtField(form, error),
  });
  const length = form.watch('name').length;
  const submit = form.handleSubmit((input) => saving.save(() => save(input.name)));

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Card className="max-w-xl">
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
      </Card>
      <FormBar submitLabel={submitLabel} pendingLabel={pendingLabel} pending={isSubmitting} cancelTo="/categories" />
      {saving.dialog}
    </form>
  );
}
