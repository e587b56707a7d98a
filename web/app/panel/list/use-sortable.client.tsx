import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { keyTarget, moved } from './reorder.ts';

interface Sortable<T> {
  items: readonly T[];
  keyOf(item: T): string;
  /** Called once with the new order and what moved: when the pointer lets go, or at each arrow key. */
  onOrder(items: T[], item: T): void;
  nameOf(item: T): string;
  /** Where an item stands now, in words; without it its place in the whole list. */
  placeOf?(items: readonly T[], item: T): string;
}

/** The page scrolls while something is dragged this near to its upper or lower edge, by so many px a frame. */
const EDGE_PX = 72;
const SCROLL_PX = 12;

const scrollNear = (y: number) => {
  const low = y > window.innerHeight - EDGE_PX;
  if (y < EDGE_PX || low) window.scrollBy(0, low ? SCROLL_PX : -SCROLL_PX);
};

function isOver(element: HTMLElement | undefined, { clientX, clientY }: PointerEvent): boolean {
  if (!element) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/**
 * Sorting by hand: a handle is dragged with mouse, pen or finger, or moved with the arrow keys while it has the
 * focus.
 * Put `itemProps(index)` on each item and `handle(index)` on its handle. Show `list` meanwhile. `announcement` must
 * be on the page, because screen readers read it.
 */
export function useSortable<T>({ items, keyOf, nameOf, onOrder, placeOf }: Sortable<T>) {
  const [order, setOrder] = useState<readonly T[] | null>(null);
  // The order after the pointer's last move. The pointer may move on or let go before React has drawn that move.
  const going = useRef<readonly T[] | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const holdsFocus = useRef<string | null>(null);
  const elements = useRef(new Map<string, HTMLElement>());
  const list = order ?? items;

  const giveFocus = useCallback(
    (key: string) => elements.current.get(key)?.querySelector<HTMLElement>('[data-handle]')?.focus(),
    [],
  );
  // A moved element gets a new place in the document and may lose the focus by that: at once, or when it is made anew in
  // another part of the list.
  useEffect(() => {
    if (focusKey === null) return;
    giveFocus(focusKey);
    setFocusKey(null);
  }, [focusKey, giveFocus]);

  const speak = (now: readonly T[], item: T) =>
    setSpoken(`${nameOf(item)}: ${placeOf?.(now, item) ?? `posição ${now.indexOf(item) + 1} de ${now.length}`}`);

  const follow = (event: PointerEvent) => {
    const now = going.current ?? items;
    const from = now.findIndex((item) => keyOf(item) === dragged);
    const to = now.findIndex((item) => keyOf(item) !== dragged && isOver(elements.current.get(keyOf(item)), event));
    if (from < 0 || to < 0) return;
    going.current = moved(now, from, to);
    setOrder(going.current);
  };
  const drop = (event: PointerEvent) => {
    const now = going.current ?? [];
    const at = now.findIndex((item) => keyOf(item) === dragged);
    const item = now[at];
    if (event.type === 'pointerup' && item !== undefined) {
      speak(now, item);
      onOrder([...now], item);
    }
    going.current = null;
    setDragged(null);
    setOrder(null);
  };
  const latest = useRef({ follow, drop });
  latest.current = { follow, drop };

  // Listens on the window, because a captured pointer is lost when the dragged element gets a new place in the
  // document.
  useEffect(() => {
    if (dragged === null) return;
    let at: PointerEvent | undefined;
    const onMove = (event: PointerEvent) => {
      at = event;
      latest.current.follow(event);
    };
    let frame = requestAnimationFrame(function scroll() {
      if (at) scrollNear(at.clientY);
      frame = requestAnimationFrame(scroll);
    });
    const onEnd = (event: PointerEvent) => latest.current.drop(event);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
    };
  }, [dragged]);

  const onKeyDown = (event: KeyboardEvent, index: number, item: T) => {
    const grid = elements.current.get(keyOf(item))?.parentElement;
    const columns = grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1;
    const target = keyTarget(event.key, index, list.length, columns);
    if (target === undefined) return;
    event.preventDefault();
    const now = moved(list, index, target);
    onOrder(now, item);
    setFocusKey(keyOf(item));
    holdsFocus.current = keyOf(item);
    speak(now, item);
  };

  return {
    list,
    itemProps(index: number) {
      const item = list[index] as T;
      const key = keyOf(item);
      return {
        'data-dragged': dragged === key || undefined,
        ref: (element: HTMLElement | null) => {
          if (!element) {
            elements.current.delete(key);
            return;
          }
          elements.current.set(key, element);
          if (holdsFocus.current === key && document.activeElement === document.body) giveFocus(key);
        },
      };
    },
    handle(index: number, hint = 'arraste ou use as setas') {
      const item = list[index] as T;
      const key = keyOf(item);
      return (
        <IconButton
          label={`Mover ${nameOf(item)}: ${hint}`}
          size="small"
          data-handle
          className="cursor-grab touch-none text-muted active:cursor-grabbing"
          onPointerDown={(event) => {
            if (event.button === 0) setDragged(key);
          }}
          onKeyDown={(event) => onKeyDown(event, index, item)}
          onBlur={() => {
            holdsFocus.current = null;
          }}
        >
          <GripVertical className="size-4" />
        </IconButton>
      );
    },
    announcement: (
      <span role="status" className="sr-only">
        {spoken}
      </span>
    ),
  };
}
