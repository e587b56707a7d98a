import { lazy, useEffect, useRef, useState } from 'react';
import { answerStepUp } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';

const StepUpForm = lazy(() => import('./step-up-form.client.tsx'));

interface Asked {
  /** The second factor itself is wanted: a login at a provider does not do. */
  factor: boolean;
  answer(confirmed: boolean): void;
}

/**
 * The one question "Confirme que é você", wherever a call was refused for it. What asked waits and is repeated once; all
 * calls that are refused meanwhile share the answer.
 */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Promise<boolean> | null>(null);
  useEffect(
    () =>
      answerStepUp((factor) => {
        open.current ??= new Promise<boolean>((resolve) => {
          setAsked({
            factor,
            answer: (confirmed) => {
              open.current = null;
              setAsked(null);
              resolve(confirmed);
            },
          });
        });
        return open.current;
      }),
    [],
  );
  // Keeps its form while it closes.
  const [last, setLast] = useState<Asked | null>(null);
  if (asked && asked !== last) setLast(asked);

  return (
    <Dialog
      open={asked !== null}
      onOpenChange={(next) => !next && asked?.answer(false)}
      title="Confirme que é você"
      size="sm"
    >
      {last ? (
        <StepUpForm factor={last.factor} onConfirmed={() => last.answer(true)} onCancelled={() => last.answer(false)} />
      ) : null}
    </Dialog>
  );
}
