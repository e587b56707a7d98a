import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

/** A row this far from the screen, in px, is not drawn. Whoever scrolls fast or presses Tab finds the next ones drawn. */
const NEAR_PX = 1200;

/** One watcher for all rows of the page. */
const watched = new WeakMap<Element, (entry: IntersectionObserverEntry) => void>();
let watcher: IntersectionObserver | undefined;

function watch(element: Element, listener: (entry: IntersectionObserverEntry) => void): () => void {
  watcher ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watched.get(entry.target)?.(entry);
    },
    { rootMargin: `${NEAR_PX}px 0px` },
  );
  watched.set(element, listener);
  watcher.observe(element);
  return () => {
    watched.delete(element);
    watcher?.unobserve(element);
  };
}

/**
 * Whether a row of a long list is far from the screen: then only its name needs to stand there, at the row's height in px, so that
 * the page keeps its length and the browser's search finds it. A row that holds the focus, or is dragged, is never far.
 */
export function useFar(): { height: number | null; ref: RefCallback<HTMLElement> } {
  const [height, setHeight] = useState<number | null>(null);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = element.current;
    if (!row) return;
    return watch(row, ({ isIntersecting, boundingClientRect }) => {
      if (isIntersecting) setHeight(null);
      // a folded category has no height
      else if (boundingClientRect.height > 0 && !row.contains(document.activeElement) && !row.dataset.dragged) {
        setHeight(boundingClientRect.height);
      }
    });
  }, []);
  return {
    height,
    ref: useCallback((now: HTMLElement | null) => {
      element.current = now;
    }, []),
  };
}
