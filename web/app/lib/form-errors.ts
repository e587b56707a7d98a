import { errors } from '@vitrine/contract/errors';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api.ts';

/** The field that an error code belongs to, by the contract's table; undefined when it belongs to none. */
export function fieldOfCode(code: string): string | undefined {
  if (!Object.hasOwn(errors, code)) return undefined;
  const entry = errors[code as keyof typeof errors];
  return 'field' in entry ? entry.field : undefined;
}

/** Shows a server's refusal at its field and focuses it. Returns false when the form has no such field. */
export function showAtField<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values, unknown, FieldValues>, 'setError' | 'getValues'>,
  error: unknown,
): boolean {
  const field = error instanceof ApiError ? fieldOfCode(error.code) : undefined;
  if (!field || !(error instanceof ApiError) || form.getValues(field as FieldPath<Values>) === undefined) return false;
  form.setError(field as FieldPath<Values>, { message: error.messages.join('\n') }, { shouldFocus: true });
  return true;
}
