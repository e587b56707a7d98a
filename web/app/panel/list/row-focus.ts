import { useRef } from 'react';

/**
 * Finds the focus a new place when a row of a list is deleted together with its focused button. Put `list` on the
 * list's element and `data-row` with its key on each row. `leave(key)` notes the place of a row before it goes.
 * `heir()` is the first control of the row that now has that place, else of the last row; null when no row is left.
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
