import type { WindowAnswer, WindowDocument } from '@vitrine/contract/window';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { refreshAfter } from '../store/query-keys.ts';

/** Time without a change after which the draft is saved, in ms. */
const PAUSE_MS = 800;
/** Changes that follow each other faster than this, in ms, are undone together: a word, not a letter. */
const TOGETHER_MS = 1_000;
const UNDOABLE = 50;

type State = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict';

/**
 * The draft of a window: saved by itself after each pause, one save at a time, each over the version before. A change that
 * somebody else saved meanwhile is a conflict, and nothing more is sent.
 */
export function useDraft(store: string | null, { draft: initial, changed }: WindowAnswer) {
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
        const body = { version: version.current, document: sent };
        version.current = (await call('POST /window/draft', { body, store })).version;
        saved.current = sent;
      } catch (error) {
        overtaken.current = error instanceof ApiError && error.code === 'window_changed';
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
    const { draft } = former
      ? await call('POST /window/restore', { body: { id: former, version: version.current }, store })
      : await call('POST /window/publish', { body: { version: version.current }, store });
    version.current = draft.version;
    if (former) {
      setPast([...past, latest.current].slice(-UNDOABLE));
      saved.current = draft.document;
      show(draft.document);
    }
    setShown(saved.current);
    await refreshAfter(former ? 'POST /window/restore' : 'POST /window/publish', store);
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
