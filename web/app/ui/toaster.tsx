import { CircleAlert, CircleCheck } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Toaster } from 'sonner';

const colours = {
  '--normal-bg': 'var(--toast)',
  '--normal-bg-hover': 'var(--toast-line)',
  '--normal-border': 'var(--toast-line)',
  '--normal-border-hover': 'var(--toast-line)',
  '--normal-text': 'var(--toast-text)',
} as CSSProperties;

export { toast } from 'sonner';

/** What `Toasts` shows from the first toast on. */
export default function ToastList() {
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
