import { useEffect, useRef, useState } from 'react';

/**
 * Leads to the first mistake of a form whose errors are a state of their own: call `focusFirstError` beside setting
 * them. It waits for the fields to carry their errors; a refusal that comes with an answer is drawn later than a frame.
 */
export function useFirstError() {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  return { form, focusFirstError: () => setRefusals((count) => count + 1) };
}
