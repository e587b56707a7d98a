import type { WindowDocument } from '@vitrine/contract/window';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api.ts';

/** Time without a change after which the draft is saved, in ms. */
const PAUSE_MS = 800;
/** Changes that follow each other faster than this, in ms, are undone together: a word, not a letter. */
const TOGETHER_MS = 1_000;
const UNDOABLE = 50;

interface Draft {
  version: number;
  document: WindowDocument;
}

/** The calls of what is edited: the window, or a page of the shop. */
export interface DraftCalls {
  save(draft: Draft): Promise<{ version: number }>;
  publish(version: number): Promise<{ draft: Draft }>;
  /** Publishes an earlier publication. */
  restore?(version: number, former: string): Promise<{ draft: Draft }>;
}

const overtakenBy = ['window_changed', 'page_changed'];

type State = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict';

/**
 * A draft of sections that is saved by itself after each pause. One save runs at a time, each over the version of the save before.
 * A change that somebody else saved meanwhile is a conflict, and nothing more is sent.
 */
export function useDraft(calls: DraftCalls, { draft: initial, changed }: { draft: Draft; changed: boolean }) {
  const [document, setDocument] = useState(initial.document);
  const [past, setPast] = useState<WindowDocument[]>([]);
  const [state, setState] = useState<State>('saved');
  const [failure, setFailure] = useState<unknown>(null);
  /** What shoppers see, as far as this screen knows it. */
  const [shown, setShown] = useState(changed ? null : initial.document);
  const version = useRef(initial.version);
  const latest = useRef(initial.document);
  const saved = useRef(initial.document);
  const changedAt = useRef(0);
  const overtaken = useRef(false);
  const running = useRef<Promise<boolean> | null>(null);

  const show = (next: WindowDocument) => {
    latest.current = next;
    setDocument(next);
  };

  async function saveAll(): Promise<boolean> {
    while (latest.current !== saved.current) {
      const sent = latest.current;
      setState('saving');
      try {
        version.current = (await calls.save({ version: version.current, document: sent })).version;
        saved.current = sent;
      } catch (error) {
        overtaken.current = error instanceof ApiError && overtakenBy.includes(error.code);
        setFailure(error);
        setState(overtaken.current ? 'conflict' : 'failed');
        return false;
      }
    }
    setFailure(null);
    setState('saved');
    return true;
  }
  /** Resolves to whether everything that was typed is saved. */
  const save = async (): Promise<boolean> => {
    running.current ??= saveAll().finally(() => {
      running.current = null;
    });
    return await running.current;
  };
  const lastSave = useRef(save);
  lastSave.current = save;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew
  useEffect(() => {
    if (state !== 'changed') return;
    const timer = setTimeout(() => void lastSave.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state, document]);
  // Whoever leaves the screen within the pause loses nothing.
  useEffect(
    () => () => {
      if (latest.current !== saved.current && !overtaken.current) void lastSave.current();
    },
    [],
  );

  /** Publishes the draft, or an earlier publication, and takes the draft that follows. */
  async function publish(former?: string): Promise<void> {
    if (!(await save())) throw failure ?? new Error('The draft is not saved.');
    const { draft } =
      former && calls.restore ? await calls.restore(version.current, former) : await calls.publish(version.current);
    version.current = draft.version;
    if (former) {
      setPast([...past, latest.current].slice(-UNDOABLE));
      saved.current = draft.document;
      show(draft.document);
    }
    setShown(saved.current);
  }

  return {
    document,
    state,
    failure,
    save,
    publish,
    /** Whether the draft differs from what shoppers see. */
    changed: JSON.stringify(document) !== JSON.stringify(shown),
    /** The update reads the newest document, because a picture may arrive after later changes. */
    change(update: (document: WindowDocument) => WindowDocument) {
      const together = Date.now() - changedAt.current < TOGETHER_MS;
      changedAt.current = Date.now();
      if (!together || past.length === 0) setPast([...past, latest.current].slice(-UNDOABLE));
      show(update(latest.current));
      if (state !== 'conflict') setState('changed');
    },
    canUndo: past.length > 0,
    undo() {
      const before = past.at(-1);
      if (!before) return;
      setPast(past.slice(0, -1));
      changedAt.current = 0;
      show(before);
      if (state !== 'conflict') setState('changed');
    },
  };
}
