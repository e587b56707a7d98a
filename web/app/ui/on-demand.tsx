import { type ReactNode, Suspense, useState } from 'react';

/**
 * A part that most visits never need, such as a dialog with its form: a `lazy` component in here loads its script when
 * it is first wanted, and stays, so that it can close with its motion.
 */
export function OnDemand({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(when);
  if (when && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
