import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { notify } from '../../ui/toast.tsx';
import { whenOnline } from '../layout/online.ts';
import { type Edited, useEdited } from './edited/use-edited.client.tsx';
import { useUnsavedChanges } from './unsaved-changes.ts';

interface FormSave<State extends object> extends Edited<State> {
  /** The page that opens after saving. */
  to: string;
  /** Texts of SPEC.md section 8. */
  success: string;
  failure: string;
  /** Shows a refusal at its field. Returns false if it has none. */
  atField(error: unknown): boolean;
}

/**
 * Saves every form that is a page. A saved form says that it is saved, and opens its list. A refusal shows at its field, or in the bar
 * of the form's buttons (`refusal`), and the typed text stays. After another person's save the form asks what stays (`question`);
 * `notice` tells of a draft. Both belong on the page.
 */
export function useFormSave<State extends object>({ to, success, failure, atField, ...subject }: FormSave<State>) {
  const navigate = useNavigate();
  const edited = useEdited(subject);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The person was asked and leaves without saving. */
  const givenUp = useRef(false);
  const allowLeaving = useUnsavedChanges(subject.dirty, () => {
    givenUp.current = true;
    edited.forget();
  });
  const left = useRef(false);
  /** A second press may come before the page shows that the first one is being sent. */
  const sending = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const saved = () => {
    edited.forget();
    notify.success(success);
    // Whoever is on another screen by now stays there.
    if (left.current) return;
    allowLeaving();
    void navigate(to);
  };
  return {
    notice: edited.notice,
    question: edited.question,
    /** Why the last try failed, if no field says it. */
    refusal,
    /** `send` gets the version that the form was filled from, with what it said; undefined for a new thing. */
    async save(send: (base: Edited<State>['read']) => Promise<unknown>) {
      if (sending.current) return;
      const offline = !navigator.onLine;
      // A save that only waits for the network must not block the next press, which may send a newer text.
      sending.current = !offline;
      setRefusal(null);
      let sent = false;
      try {
        const base = edited.base.current;
        await whenOnline(
          async () => {
            // Whoever left the form while the save waited for the network has given it up. A form that only makes room for another
            // screen while its rules were loading has been sent by its press.
            if (givenUp.current || (offline && left.current)) return;
            await send(base);
            sent = true;
          },
          { twice: base !== undefined },
        );
        // A saved form closes. Until then `sending` stays true, so that another press does nothing.
        if (sent) saved();
        else sending.current = false;
      } catch (error) {
        sending.current = false;
        if (left.current) return notify.error(errorText(error, failure));
        const met = await edited.meet(error).catch(() => false as const);
        if (met === 'asked') return;
        if (met === 'same') return saved();
        if (!atField(error)) setRefusal(errorText(error, failure));
      }
    },
  };
}
