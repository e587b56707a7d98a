import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * A form's rules, fetched when it is first checked: showing and filling it need none of them. If they cannot be fetched
 * the form goes out unchecked, and the server, which checks in any case, says what is wrong.
 */
export function lateResolver<Input extends FieldValues, Output>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const rules = await load().catch(() => undefined);
    // what the contract reads is what a form holds
    return rules ? rules(values, context, options) : { values: values as unknown as Output, errors: {} };
  };
}
