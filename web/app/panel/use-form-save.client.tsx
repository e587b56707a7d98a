import { useNavigate } from 'react-router';
import { errorText } from '../lib/api.ts';
import { notify } from '../ui/toast.tsx';
import { useUnsavedChanges } from './unsaved-changes.client.tsx';

interface FormSave {
  /** Something would be lost by leaving. */
  dirty: boolean;
  /** Where a saved form leads. */
  to: string;
  /** Texts of SPEC.md section 8. */
  success: string;
  failure: string;
  /** Puts a refusal at its field, where it has one. */
  atField(error: unknown): void;
}

/**
 * How every form that is a page saves: says that it is saved and goes back to its list; a refusal is said at its field
 * and in a toast, and what was typed stays. `dialog` guards unsaved changes and belongs on the page.
 */
export function useFormSave({ dirty, to, success, failure, atField }: FormSave) {
  const navigate = useNavigate();
  const guard = useUnsavedChanges(dirty);
  return {
    dialog: guard.dialog,
    async save(send: () => Promise<unknown>) {
      try {
        await send();
        notify.success(success);
        guard.allowLeaving();
        void navigate(to);
      } catch (error) {
        atField(error);
        notify.error(errorText(error, failure));
      }
    },
  };
}
