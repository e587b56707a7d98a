import { lazy } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { hasUnsavedChanges } from '../form/unsaved-changes.ts';
import { useRemedy } from './use-remedy.ts';

const LogInAgainForm = lazy(() => import('./log-in-again-form.client.tsx'));

/**
 * The login over the page, for every call that was refused because the session has ended while something is typed that is not
 * saved. The call waits and is repeated once.
 */
export function LogInAgain() {
  const { asked, last } = useRemedy('unauthenticated', hasUnsavedChanges);
  return (
    <Dialog open={asked !== null} onOpenChange={() => {}} dismissable={false} title="Sua sessão terminou" size="sm">
      {last ? <LogInAgainForm open={asked !== null} onLoggedIn={() => last.answer(true)} /> : null}
    </Dialog>
  );
}
