import { CircleAlert, CircleCheck } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Toaster, toast } from 'sonner';

const colours = {
  '--normal-bg': 'var(--toast)',
  '--normal-bg-hover': 'var(--toast-line)',
  '--normal-border': 'var(--toast-line)',
  '--normal-border-hover': 'var(--toast-line)',
  '--normal-text': 'var(--toast-text)',
} as CSSProperties;

/** The place where toasts appear, once per layout. Always dark (SPEC.md section 8). */
export function Toasts() {
  return (
    <Toaster
      theme="dark"
      position="bottom-right"
      mobileOffset={{ bottom: 16, left: 16, right: 16 }}
      closeButton
      style={colours}
      icons={{
        success: <CircleCheck className="size-5" style={{ color: 'var(--toast-ok)' }} />,
        error: <CircleAlert className="size-5" style={{ color: 'var(--toast-bad)' }} />,
      }}
      containerAriaLabel="Avisos"
      toastOptions={{
        closeButtonAriaLabel: 'Fechar aviso',
        style: {
          fontFamily: 'var(--font-inter)',
          fontSize: '0.875rem',
          borderRadius: '0.625rem',
          whiteSpace: 'pre-line',
        },
      }}
    />
  );
}

/** A short word after an action. What must not be missed belongs on the page, in an `Alert` or at its field. */
export const notify = {
  success: (text: string) => void toast.success(text),
  error: (text: string) => void toast.error(text),
  info: (text: string) => void toast(text),
};
