import { ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface Held<Row> {
  /** The rows to draw. */
  shown: Row[];
  /** How many new rows wait above. */
  waiting: number;
  /** Stands where the list begins. */
  top: RefObject<HTMLDivElement | null>;
  /** Shows what waits, and leads there. */
  show(): void;
}

/**
 * Holds rows back that come in above what somebody reads: while the beginning of the list is out of sight, only rows behind the
 * last one are added, as 'Carregar mais' does. `list` names the list: another filter is another list.
 */
export function useHeldRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, list: string): Held<Row> {
  const top = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const [drawn, setDrawn] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() });

  useEffect(() => {
    const place = top.current;
    if (!place) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);

  const last = rows.findLastIndex((row) => drawn.ids.has(idOf(row)));
  const holds = away && drawn.list === list && last >= 0;
  const shown = holds ? rows.filter((row, index) => index > last || drawn.ids.has(idOf(row))) : [...rows];
  const ids = shown.map(idOf).join(' ');
  useEffect(() => setDrawn({ list, ids: new Set(ids === '' ? [] : ids.split(' ')) }), [list, ids]);

  return {
    shown,
    waiting: rows.length - shown.length,
    top,
    show() {
      setAway(false);
      top.current?.scrollIntoView({ block: 'center' });
      top.current?.focus({ preventScroll: true });
    },
  };
}

interface WaitingRowsProps {
  held: Pick<Held<unknown>, 'waiting' | 'top' | 'show'>;
  one: string;
  many: string;
}

/** Says how many rows wait above, without moving what stands below. Place it before the list. */
export function WaitingRows({ held: { waiting, top, show }, one, many }: WaitingRowsProps) {
  return (
    <>
      <div ref={top} tabIndex={-1} className="outline-none" />
      <div role="status" className="sticky top-16 z-10 flex h-0 justify-center lg:top-4">
        {waiting > 0 ? (
          <button
            type="button"
            onClick={show}
            className="flex h-11 animate-in items-center gap-2 rounded-full bg-accent px-4 text-small font-medium text-on-accent shadow-lg duration-150 fade-in pointer-fine:h-9"
          >
            <ArrowUp className="size-4" aria-hidden="true" />
            <span className="figures">{waiting === 1 ? one : `${waiting} ${many}`}</span>
          </button>
        ) : null}
      </div>
    </>
  );
}
