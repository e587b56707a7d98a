import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { valueAt } from './differences.ts';

/** Fills a form with `from`, which counts as unchanged, and puts what `mine` holds at the paths of `own`. */
export function fillForm<Values extends FieldValues, Checked>(
  { reset, setValue }: Pick<UseFormReturn<Values, unknown, Checked>, 'reset' | 'setValue'>,
  from: Values,
  own: readonly string[],
  mine: object,
): void {
  reset(from);
  for (const path of own) setValue(path as Path<Values>, valueAt(mine, path) as never, { shouldDirty: true });
}

/** The same for a form that is one state: `from`, with what `mine` holds in the fields of `own`. */
export const filledState = <State extends object>(from: State, own: readonly string[], mine: State): State => ({
  ...from,
  ...Object.fromEntries(Object.entries(mine).filter(([field]) => own.includes(field))),
});
