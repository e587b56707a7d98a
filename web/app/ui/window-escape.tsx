import { useEffect, useRef } from 'react';

interface WindowEscapeProps {
  /** false while the window closes with its motion. */
  open: boolean;
  dismissable?: boolean;
  onClose(): void;
}

/** The windows that are open, the one on top last. A window that is closing is not in the list. */
const windows: WindowEscapeProps[] = [];

/**
 * Esc goes to the window on top even if nothing inside it has the focus: the button that had it may have left the page,
 * and a window that closes keeps the focus until its motion ends. This element stands inside the window, and leaves the page with it.
 */
export function WindowEscape(props: WindowEscapeProps) {
  const { open } = props;
  const inside = useRef<HTMLSpanElement>(null);
  const own = useRef({ ...props });
  Object.assign(own.current, props);
  useEffect(() => {
    const self = own.current;
    if (open) windows.push(self);
    const close = (event: KeyboardEvent) => {
      const top = windows.at(-1);
      if (event.key !== 'Escape' || !top || (open && top !== self)) return;
      const focus = document.activeElement;
      const nobody = focus === null || focus === document.body;
      if (!nobody && (open || !inside.current?.closest('[role=dialog]')?.contains(focus))) return;
      event.preventDefault();
      event.stopPropagation();
      if (top.dismissable !== false) top.onClose();
    };
    document.addEventListener('keydown', close, true);
    return () => {
      document.removeEventListener('keydown', close, true);
      if (open) windows.splice(windows.indexOf(self), 1);
    };
  }, [open]);
  return <span ref={inside} hidden />;
}
