import { useEffect, useRef, useState } from 'react';

/**
 * Focuses the first wrong field of a form that keeps its errors in its own state: call `focusFirstError` when you set
 * them. It waits until the fields show their errors, which can be later than the next frame.
 */
export function useFirstError() {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  return { form, focusFirstError: () => setRefusals((count) => count + 1) };
}
