import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { lateResolver } from '../../lib/late-resolver.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useUnsavedChanges } from '../unsaved-changes.client.tsx';

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
  const navigate = useNavigate();
  const form = useForm({ resolver, defaultValues: { name } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedChanges(isDirty);
  const length = form.watch('name').length;

  const submit = form.handleSubmit(async (input) => {
    try {
      await save(input.name);
      notify.success(success);
      guard.allowLeaving();
      void navigate('/categories');
    } catch (error) {
      showAtField(form, error);
      notify.error(errorText(error, failure));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="max-w-xl">
      <Card>
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
      <div className="mt-5 flex flex-wrap gap-2">
        <Button type="submit" pending={isSubmitting} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
        <LinkButton to="/categories" tone="quiet">
          Cancelar
        </LinkButton>
      </div>
      {guard.dialog}
    </form>
  );
}
