import { lazy, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { OnDemand } from '../../../ui/on-demand.tsx';
import type { Conflict } from './conflict-dialog.client.tsx';
import { differences, type FieldWords } from './differences.ts';
import { useDraft } from './use-draft.client.tsx';

const ConflictDialog = lazy(() => import('./conflict-dialog.client.tsx'));

/** A version of a thing as it was read, in the form's own words. */
export interface Read<State> {
  version: number;
  state: State;
}

export interface Edited<State extends object> {
  /** What the form edits, in the question's words: `este produto`. */
  what: string;
  /** The form's name among drafts, such as `product:06h0…`; absent: no draft is kept. */
  draft?: string;
  /** True while something is typed that is not saved. */
  dirty: boolean;
  /** A state as a draft may keep it, without secrets and chosen files; `partial`: a chosen file is missing in it. */
  kept?(state: State, base: State): { state: State; partial: boolean };
  /** What the form began with; undefined for a new thing. */
  read: Read<State> | undefined;
  /** What the form holds. */
  now(): State;
  /** Fills the form with `from`, which counts as unchanged, and with what `mine` holds at the paths of `own`. */
  fill(from: State, own: readonly string[], mine: State): void;
  /** Turns the present thing, which the refusal carries, into a state of the form. */
  stateOf(current: never): State;
  fields(): Promise<readonly FieldWords<State>[]>;
  /** Sends the form again. */
  submit(): void;
}

/**
 * The version that a form was filled from, and its draft. `base` is sent with a save. `meet` takes a save that was refused because another one
 * came between. The person chooses field by field which save stays, and the form is sent again over the present version.
 * `question` belongs on the page, `notice` at the top of the form.
 */
export function useEdited<State extends object>(subject: Edited<State>) {
  const latest = useRef(subject);
  latest.current = subject;
  const base = useRef(subject.read);
  const [conflict, setConflict] = useState<Conflict<State> | null>(null);
  const [again, setAgain] = useState(false);
  const { forget, notice } = useDraft(subject, base);
  // After the fields that the choice filled are drawn.
  useEffect(() => {
    if (!again) return;
    setAgain(false);
    latest.current.submit();
  }, [again]);

  return {
    base,
    forget,
    notice,
    /**
     * Answers `'asked'` if it shows the question for this refusal. `'same'`: the stored thing is already as the form wants it, because
     * the answer to a save was lost or both people typed the same. False for every other refusal.
     */
    async meet(error: unknown): Promise<'asked' | 'same' | false> {
      if (!(error instanceof ApiError) || !error.change || !base.current) return false;
      const fields = await latest.current.fields();
      const { by, at, current } = error.change;
      const theirs = {
        version: (current as Read<State>).version,
        state: latest.current.stateOf(current as never),
      };
      const mine = latest.current.now();
      const rows = differences(fields, { base: base.current.state, mine, theirs: theirs.state });
      if (rows.length === 0) return 'same';
      setConflict({ what: latest.current.what, by, at, mine, theirs, rows });
      return 'asked';
    },
    question: (
      <OnDemand when={conflict !== null}>
        <ConflictDialog
          conflict={conflict}
          onClose={() => setConflict(null)}
          onDecided={(own) => {
            if (!conflict) return;
            setConflict(null);
            base.current = conflict.theirs;
            subject.fill(conflict.theirs.state, own, conflict.mine as State);
            if (own.length > 0) setAgain(true);
          }}
        />
      </OnDemand>
    ),
  };
}
