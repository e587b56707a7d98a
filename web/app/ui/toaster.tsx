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

/** Stays above a bar at the bottom of the window (styles/panel.css), so that its buttons are never covered. */
const above = (distance: number) => `calc(${distance}px + var(--bottom-bar, 0px))`;

export { toast } from 'sonner';

/** The toasts, loaded with the first one. */
export default function ToastList() {
  return (
    <Toaster
      theme="dark"
      position="bottom-right"
      offset={{ bottom: above(24), right: 24 }}
      mobileOffset={{ bottom: above(16), left: 16, right: 16 }}
      closeButton
      style={colours}
      icons={{
        success: <CircleCheck className="size-5" style={{ color: 'var(--toast-ok)' }} />,
        error: <CircleAlert className="size-5" style={{ color: 'var(--toast-bad)' }} />,
      }}
      containerAriaLabel="Avisos"
      toastOptions={{
        closeButtonAriaLabel: 'Fechar aviso',
        actionButtonStyle: { height: '2.25rem', paddingInline: '0.75rem', fontSize: '0.875rem' },
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
