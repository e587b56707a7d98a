import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api.ts';

/** Shows a server's refusal at the field that it names, and focuses it. Returns false when the form has no such field. */
export function showAtField<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values, unknown, FieldValues>, 'setError' | 'getValues'>,
  error: unknown,
): boolean {
  const field = error instanceof ApiError ? error.field : undefined;
  if (!field || !(error instanceof ApiError) || form.getValues(field as FieldPath<Values>) === undefined) return false;
  form.setError(field as FieldPath<Values>, { message: error.messages.join('\n') }, { shouldFocus: true });
  return true;
}
