import { DEFAULT_TIME_ZONE } from '@vitrine/contract/dates';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { appState } from '../../../state/app-state.ts';
import { readKey, TOKEN_KEY } from '../../../state/session-storage.ts';
import { same } from './differences.ts';
import { claimPlace, type Draft, draftPlace, dropDraft, keepDraft, readDraft } from './drafts.ts';
import type { Edited, Read } from './use-edited.client.tsx';

/** How often a form that is typed in is kept, in ms. */
const EACH_MS = 1_000;

const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: DEFAULT_TIME_ZONE });
const momentOf = (at: Date) =>
  formatDate(at) === formatDate(new Date()) ? time.format(at) : `${formatDate(at)}, ${time.format(at)}`;

type Drafted<State extends object> = Pick<Edited<State>, 'dirty' | 'draft' | 'kept' | 'read' | 'now' | 'fill'>;

/**
 * Keeps what is typed into a form in this browser until it is saved or dropped, and fills it in when the form opens again: after
 * a reload, a crash, or the end of the session. `base` becomes the version that the draft was made over. `notice` belongs at the
 * top of the form.
 */
export function useDraft<State extends object>(subject: Drafted<State>, base: RefObject<Read<State> | undefined>) {
  const { dirty, draft: name, read: begun } = subject;
  const latest = useRef(subject);
  latest.current = subject;
  const [wanted] = useState(() => (name === undefined ? null : draftPlace(name)));
  const [isNew] = useState(begun === undefined);
  const [place, setPlace] = useState(isNew ? null : wanted);
  const [recovered, setRecovered] = useState<Pick<Draft<State>, 'at' | 'partial'> | null>(null);
  const opened = useRef<State>(undefined);
  const over = useRef(false);
  const typed = useRef(false);

  useEffect(() => {
    if (!isNew || wanted === null) return;
    let gone = false;
    let free = () => {};
    void claimPlace(wanted, () => latest.current.dirty).then((claimed) => {
      free = claimed?.free ?? free;
      if (gone) free();
      else setPlace(claimed?.place ?? null);
    });
    return () => {
      gone = true;
      free();
    };
  }, [isNew, wanted]);

  useEffect(() => {
    const { read, now, fill } = latest.current;
    opened.current ??= read?.state ?? now();
    const draft = place === null ? null : readDraft<State>(place);
    if (!draft) return;
    const was = { ...opened.current, ...draft.base };
    const own = (Object.keys(draft.mine) as (keyof State & string)[]).filter((key) => !same(draft.mine[key], was[key]));
    if (draft.version !== undefined) base.current = { version: draft.version, state: was };
    fill(was, own, { ...was, ...draft.mine });
    setRecovered(draft);
  }, [place, base]);

  useEffect(() => {
    if (place === null) return;
    if (!dirty) {
      // What was typed is saved or taken back.
      if (typed.current) dropDraft(place);
      if (typed.current) setRecovered(null);
      typed.current = false;
      return;
    }
    typed.current = true;
    let last = '';
    const keep = () => {
      // Another tab that logged out has just forgotten the drafts, and this one hears of it a moment later.
      if (over.current || !appState.getState().auth.isLoggedIn || readKey(TOKEN_KEY) === null) return;
      const { now, kept = (state) => ({ state, partial: false }) } = latest.current;
      const from = base.current?.state ?? opened.current ?? now();
      const { state: mine, partial } = kept(now(), from);
      const text = JSON.stringify(mine);
      // Another tab with the same form may have saved or dropped its own, and the draft went with it.
      if (text === last && readDraft(place) !== null) return;
      last = text;
      const { state: was } = kept(from, from);
      // a secret or a picture alone leaves no draft
      if (same(mine, was)) dropDraft(place);
      else keepDraft(place, { at: Date.now(), version: base.current?.version, base: was, mine, partial });
    };
    const timer = setInterval(keep, EACH_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', keep);
      // A dialog that is closed by Esc keeps its draft too.
      keep();
    };
  }, [dirty, place, base]);

  /** After the form was saved, or left for good. */
  const forget = () => {
    over.current = true;
    if (place !== null) dropDraft(place);
  };
  const drop = () => {
    const { read, fill } = latest.current;
    const empty = read?.state ?? opened.current;
    if (!empty) return;
    base.current = read;
    fill(empty, [], empty);
    setRecovered(null);
    if (place !== null) dropDraft(place);
  };
  return {
    forget,
    notice: recovered && (
      <p role="status" className="flex flex-wrap items-center gap-x-1.5 text-small text-muted">
        Rascunho de {momentOf(new Date(recovered.at))} recuperado
        {recovered.partial ? ', sem as imagens escolhidas' : ''}
        <span aria-hidden="true">·</span>
        <button
          type="button"
          onClick={drop}
          className="min-h-11 rounded-control font-medium text-accent-text underline underline-offset-4 pointer-fine:min-h-8"
        >
          descartar
        </button>
      </p>
    ),
  };
}
