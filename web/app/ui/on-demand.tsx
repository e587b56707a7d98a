import { type ReactNode, Suspense, useState } from 'react';

/**
 * A part that most visits never need, such as a dialog with its form. A `lazy` component inside loads its script when
 * it is first needed, then stays mounted, so that it can close with its motion.
 */
export function OnDemand({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(when);
  if (when && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
