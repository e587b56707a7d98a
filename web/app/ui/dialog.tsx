import { lazy, type ReactNode, useState } from 'react';
import { Button, type ButtonTone } from './button.tsx';
import { OnDemand } from './on-demand.tsx';
import { Alert } from './surfaces.tsx';

const load = () => import('./dialog-window.tsx');
const DialogWindow = lazy(load);

/** Fetches the script of dialogs before one is needed, while there is a network. */
export const prepareDialogs = () => void load().catch(() => {});

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** The actions, at the right; the one that ends the task comes last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** false: only its buttons close it, because something is running or would be lost. */
  dismissable?: boolean;
  /** Gets the focus when the former element is gone. Without it, or if it is null, the window below gets it, or the content. */
  focusAfter?: () => HTMLElement | null;
  children: ReactNode;
}

/**
 * A window over the page. The focus stays inside and then returns; Esc and a press outside close it. Its script is
 * fetched when it first opens.
 */
export function Dialog(props: DialogProps) {
  return (
    <OnDemand when={props.open}>
      <DialogWindow {...props} />
    </OnDemand>
  );
}

interface ConfirmDialogProps extends Pick<DialogProps, 'focusAfter'> {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The question, in SPEC.md's words if it has them. */
  title: string;
  /** What will be lost, if the question does not say it. */
  children?: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
  /** The button that does nothing; it has another word if the task itself is called 'Cancelar'. */
  dismissLabel?: string;
  tone?: ButtonTone;
  /** false while `children` has a field that is not filled in. */
  ready?: boolean;
  /** Runs after the confirmation. If it resolves, the dialog closes; if it rejects, it stays and shows `errorText`. */
  onConfirm(): Promise<unknown>;
  errorText(error: unknown): string;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirmLabel,
    pendingLabel,
    dismissLabel = 'Cancelar',
    tone = 'danger',
    ready = true,
    onConfirm,
    errorText,
    focusAfter,
  } = props;
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const change = (next: boolean) => {
    setFailure(null);
    onOpenChange(next);
  };
  const confirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={title}
      size="sm"
      dismissable={!pending}
      focusAfter={focusAfter}
      footer={
        <>
          <Button tone="quiet" disabled={pending} onClick={() => change(false)}>
            {dismissLabel}
          </Button>
          <Button
            tone={tone}
            disabled={!ready}
            pending={pending}
            pendingLabel={pendingLabel}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="text-muted">{children ?? 'Esta ação não pode ser desfeita.'}</div>
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
      </div>
    </Dialog>
  );
}
