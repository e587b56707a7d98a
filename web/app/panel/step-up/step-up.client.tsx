import { lazy } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useRemedy } from './use-remedy.ts';

const StepUpForm = lazy(() => import('./step-up-form.client.tsx'));

/**
 * The question "Confirme que é você" for every call that was refused without a confirmed session. The call waits and
 * is repeated once.
 */
export function StepUp() {
  const { asked, last } = useRemedy('step_up_required');
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={(next) => !next && asked?.answer(false)}
      title="Confirme que é você"
      size="sm"
    >
      {last ? (
        <StepUpForm
          // only the second factor counts; a login at a provider is not enough
          factor={last.refusal.field === 'code'}
          onConfirmed={() => last.answer(true)}
          onCancelled={() => last.answer(false)}
        />
      ) : null}
    </Dialog>
  );
}
