import { useState } from 'react';

interface DialogSave {
  /** `meet` of `useEdited`. */
  meet(error: unknown): Promise<'asked' | 'same' | false>;
  /** Says that it is saved, and closes. */
  saved(): void;
  /** Shows a refusal at its field or in the dialog. */
  refuse(error: unknown): void;
}

/**
 * Saves a form in a dialog, one send at a time. After a save the dialog closes. A form that was refused, or that asks what stays after
 * another person's save, can be sent again.
 */
export function useDialogSave({ meet, saved, refuse }: DialogSave) {
  const [pending, setPending] = useState(false);
  return {
    pending,
    async save(send: () => Promise<unknown>): Promise<void> {
      setPending(true);
      try {
        await send();
        saved();
      } catch (error) {
        const met = await meet(error).catch(() => false as const);
        if (met === 'same') return saved();
        setPending(false);
        if (met !== 'asked') refuse(error);
      }
    },
  };
}
