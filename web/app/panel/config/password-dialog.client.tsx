import { useMutation } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { ApiError, errorText } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';

interface PasswordDialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  confirmLabel: string;
  pendingLabel: string;
  /** `primary` for what takes nothing away. */
  tone?: 'danger' | 'primary';
  /** Whether the rest of the dialog is filled in. */
  ready: boolean;
  /** Said when the server gives no words of its own. */
  failed: string;
  onConfirm(password: string): Promise<void>;
  children: ReactNode;
}

/** A question that wants the password; a wrong one is said at its field. */
export function PasswordDialog(props: PasswordDialogProps) {
  const {
    open,
    onClose,
    title,
    confirmLabel,
    pendingLabel,
    tone = 'danger',
    ready,
    failed,
    onConfirm,
    children,
  } = props;
  const [password, setPassword] = useState('');
  const { reset, ...ask } = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  useEffect(() => {
    if (!open) return;
    setPassword('');
    reset();
  }, [open, reset]);
  const wrong = ask.error instanceof ApiError && ask.error.code === 'wrong_password';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && password) ask.mutate(password);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      size="sm"
      dismissable={!ask.isPending}
      footer={
        <>
          <Button tone="quiet" disabled={ask.isPending} onClick={onClose}>
            Voltar
          </Button>
          <Button
            tone={tone}
            type="submit"
            form="password-dialog"
            disabled={!ready || !password}
            pending={ask.isPending}
            pendingLabel={pendingLabel}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id="password-dialog" noValidate onSubmit={submit} className="flex flex-col gap-5">
        {children}
        <Field label="Sua senha" error={wrong ? errorText(ask.error, failed) : undefined}>
          <PasswordInput
            autoComplete="current-password"
            maxLength={limits.passwordMax}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {ask.isError && !wrong ? (
          <Alert tone="bad" assertive>
            {errorText(ask.error, failed)}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  );
}
