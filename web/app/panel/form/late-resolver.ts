import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Fetches a form's rules at its first check: showing and filling the form needs none. If the fetch fails, the form is
 * sent unchecked; the server checks every form and says what is wrong.
 */
export function lateResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const rules = await load().catch(() => undefined);
    // the contract's input type is the form's type
    return rules ? rules(values, context, options) : { values: values as unknown as Output, errors: {} };
  };
}
