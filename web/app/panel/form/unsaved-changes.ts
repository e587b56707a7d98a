import { useEffect, useRef } from 'react';
import { prepareDialogs } from '../../ui/dialog.tsx';
import { prepareToasts } from '../../ui/toast.tsx';

/** A form of the page with unsaved changes. */
interface Unsaved {
  /** Hears that the changes are given up. */
  onLeft: (() => void) | undefined;
}

const unsaved = new Set<Unsaved>();

/** Whether the page has something that is typed and not saved. */
export const hasUnsavedChanges = () => unsaved.size > 0;

/** The person leaves with what is typed: nothing asks any more. Drafts stay. */
export const leaveUnsavedChanges = () => unsaved.clear();

/** The person gives up what is typed. */
export function giveUpUnsavedChanges(): void {
  for (const { onLeft } of unsaved) onLeft?.();
  unsaved.clear();
}

/**
 * Guards a form: `LeaveGuard` asks before a person leaves it with unsaved changes inside the panel, and the browser before the
 * page closes. Returns a function to call after saving, before navigating. The end of the session never waits for an answer.
 */
export function useUnsavedChanges(dirty: boolean, onLeft?: () => void): () => void {
  const form = useRef<Unsaved>({ onLeft });
  form.current.onLeft = onLeft;
  useEffect(() => {
    if (!dirty) return;
    const { current } = form;
    unsaved.add(current);
    // A form needs dialogs and toasts when it is left or saved, and the network may be gone by then.
    prepareDialogs();
    prepareToasts();
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.has(current)) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      unsaved.delete(current);
      window.removeEventListener('beforeunload', ask);
    };
  }, [dirty]);
  return () => void unsaved.delete(form.current);
}
