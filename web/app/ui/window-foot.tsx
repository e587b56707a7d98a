import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';

/** The feet of the windows that are open, the one on top last, each with the room that it takes at the bottom, in px. */
const feet: { room: number }[] = [];

function tell() {
  const root = document.documentElement.style;
  const top = feet.at(-1);
  if (top) root.setProperty('--bottom-bar', `${top.room}px`);
  else root.removeProperty('--bottom-bar');
}

interface WindowFootProps {
  /** Whether the window stays. A window that closes gives its room back at once, so that a message does not move down with it. */
  open: boolean;
  /** The screens on which the window stands at the bottom, as a media query. All by default. */
  where?: string;
  /** Room below the foot, in px. */
  below?: number;
  /** Buttons at the right. */
  end?: boolean;
  children: ReactNode;
}

/** The buttons of an open window. Toasts stay above them (toaster.tsx), so that no message covers a button. */
export function WindowFoot({ open, where = 'all', below = 0, end = false, children }: WindowFootProps) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = foot.current;
    if (!open || !element) return;
    const own = { room: 0 };
    const media = window.matchMedia(where);
    const measure = () => {
      own.room = media.matches ? element.offsetHeight + below : 0;
      tell();
    };
    feet.push(own);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    media.addEventListener('change', measure);
    measure();
    return () => {
      watch.disconnect();
      media.removeEventListener('change', measure);
      feet.splice(feet.indexOf(own), 1);
      tell();
    };
  }, [open, where, below]);
  return (
    <div ref={foot} className={classNames('flex flex-wrap gap-2 border-t border-line px-5 py-3', end && 'justify-end')}>
      {children}
    </div>
  );
}
