import { useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { notify } from '../../ui/toast.tsx';
import { useUnsavedChanges } from './unsaved-changes.client.tsx';

interface FormSave {
  /** True while leaving would lose something. */
  dirty: boolean;
  /** The page that opens after saving. */
  to: string;
  /** Texts of SPEC.md section 8. */
  success: string;
  failure: string;
  /** Shows a refusal at its field, if it has one. */
  atField(error: unknown): void;
}

/**
 * The saving of every form that is a page. A saved form says so and opens its list. A refusal shows at its field and
 * in a toast, and the typed text stays. `dialog` guards unsaved changes and belongs on the page.
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
