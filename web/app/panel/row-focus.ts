import { useRef } from 'react';

/**
 * Where the focus goes when a row of a list is deleted, and with it the button that had the focus. `list` is on the
 * list's element, `data-row` with its key on each row; `leave(key)` notes the place of a row that may go, and `heir()`
 * is the first control of the row that stands there afterwards, or of the last one; null when none is left.
 */
export function useRowFocus<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const place = useRef(0);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  return {
    list,
    leave(key: string) {
      place.current = rows().findIndex((row) => row.dataset.row === key);
    },
    heir(): HTMLElement | null {
      const row = rows()[place.current] ?? rows().at(-1);
      return row?.querySelector<HTMLElement>('a[href], button:not(:disabled)') ?? null;
    },
  };
}
