import { Modal } from '@heroui/react/modal';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonTone, IconButton } from './button.tsx';
import { Alert } from './surfaces.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** The actions, at the right; the one that ends the task comes last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** false: only its buttons close it (something is running, or would be lost). */
  dismissable?: boolean;
  children: ReactNode;
}

/** A window over the page. Focus stays inside and goes back where it came from; Esc and the ground close it. */
export function Dialog({ open, onOpenChange, title, footer, size = 'md', dismissable = true, children }: DialogProps) {
  return (
    <Modal.Backdrop
      isOpen={open}
      onOpenChange={onOpenChange}
      isDismissable={dismissable}
      isKeyboardDismissDisabled={!dismissable}
    >
      <Modal.Container size={size} placement="auto" scroll="inside">
        <Modal.Dialog className="flex max-h-full flex-col gap-0 rounded-card border border-line bg-overlay p-0 shadow-soft">
          <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
            <Modal.Heading className="min-w-0 text-title font-semibold">{title}</Modal.Heading>
            <IconButton label="Fechar" size="small" disabled={!dismissable} onClick={() => onOpenChange(false)}>
              <X className="size-4.5" />
            </IconButton>
          </div>
          <div className="min-h-0 grow overflow-y-auto p-5 text-text">{children}</div>
          {footer ? (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
          ) : null}
        </Modal.Dialog>
      </Modal.Container>
    </Modal.Backdrop>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The question itself, in SPEC.md's words where it has them. */
  title: string;
  /** What will be lost, if the question does not say it. */
  children?: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
  /** The way out; another word where the task itself is called 'Cancelar'. */
  dismissLabel?: string;
  tone?: ButtonTone;
  /** Runs on confirmation. The dialog closes when it resolves; when it rejects, it stays and shows `errorText`. */
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
    onConfirm,
    errorText,
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
      footer={
        <>
          <Button tone="quiet" disabled={pending} onClick={() => change(false)}>
            {dismissLabel}
          </Button>
          <Button tone={tone} pending={pending} pendingLabel={pendingLabel} onClick={() => void confirm()}>
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
