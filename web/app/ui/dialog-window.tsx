import { Modal } from '@heroui/react/modal';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { WindowEscape } from './window-escape.tsx';
import { WindowFoot } from './window-foot.tsx';

/** What a `Dialog` opens. */
export default function DialogWindow({
  open,
  onOpenChange,
  title,
  footer,
  size = 'md',
  dismissable = true,
  focusAfter,
  children,
}: DialogProps) {
  return (
    <Modal.Backdrop
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
    >
      <Modal.Container size={size} placement="auto" scroll="inside">
        <Modal.Dialog className="flex max-h-full flex-col gap-0 rounded-card border border-line bg-overlay p-0 shadow-soft">
          <FocusAfter target={focusAfter} />
          <WindowEscape open={open} dismissable={dismissable} onClose={() => onOpenChange(false)} />
          <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
            <Modal.Heading className="min-w-0 text-title font-semibold">{title}</Modal.Heading>
            <IconButton label="Fechar" size="small" disabled={!dismissable} onClick={() => onOpenChange(false)}>
              <X className="size-4.5" />
            </IconButton>
          </div>
          <div className="min-h-0 grow overflow-y-auto p-5 text-text">{children}</div>
          {footer ? (
            // On a phone the window stands at the bottom, with a margin of 16 px.
            <WindowFoot open={open} where="(width < 40rem)" below={16} end>
              {footer}
            </WindowFoot>
          ) : null}
        </Modal.Dialog>
      </Modal.Container>
    </Modal.Backdrop>
  );
}

/** Leaves the page together with the window, and then checks that an element still has the focus. */
function FocusAfter({ target }: { target: (() => HTMLElement | null) | undefined }) {
  const latest = useRef(target);
  latest.current = target;
  useEffect(
    () => () => {
      // The window returns the focus in the next frame, but that element may have left the page.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement && document.activeElement !== document.body) return;
          // Another window may stay open, such as the drawer from which this one was opened.
          const under = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1);
          (latest.current?.() ?? under ?? document.getElementById('main'))?.focus();
        }),
      );
    },
    [],
  );
  return null;
}
