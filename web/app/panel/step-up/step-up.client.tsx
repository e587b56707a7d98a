import { lazy, useEffect, useRef, useState } from 'react';
import { answerStepUp } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';

const StepUpForm = lazy(() => import('./step-up-form.client.tsx'));

interface Asked {
  /** Only the second factor counts; a login at a provider is not enough. */
  factor: boolean;
  answer(confirmed: boolean): void;
}

/**
 * The question "Confirme que é você" for every call that was refused without a confirmed session. The call waits and
 * is repeated once. All calls that are refused in the meantime share the answer.
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
  // The closing dialog still shows its form.
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
