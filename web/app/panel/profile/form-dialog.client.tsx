import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { errorText } from '../../lib/api.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/surfaces.tsx';

interface FormDialogProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  open: boolean;
  onClose(): void;
  title: string;
  submitLabel: string;
  pendingLabel: string;
  tone?: ButtonTone;
  /** Shown when the server gives no text. */
  failed: string;
  /** The dialog closes when it resolves. A refusal shows at its field, or above the buttons. */
  onSubmit(values: Values): Promise<unknown>;
  children: ReactNode;
}

/** A short form in a window. It starts empty every time. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, open, onClose, title, submitLabel, pendingLabel, tone, failed, onSubmit, children } = props;
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const { isPending, mutate } = useMutation({
    mutationFn: onSubmit,
    onMutate: () => setFailure(null),
    onSuccess: onClose,
    onError: (error) => {
      if (!showAtField(form, error)) setFailure(errorText(error, failed));
    },
  });
  const { reset } = form;
  useEffect(() => {
    if (!open) return;
    reset();
    setFailure(null);
  }, [open, reset]);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      size="sm"
      dismissable={!isPending}
      footer={
        <>
          <Button tone="quiet" disabled={isPending} onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={id} tone={tone} pending={isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.handleSubmit((values) => mutate(values))} className="flex flex-col gap-5">
        {children}
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
      </form>
    </Dialog>
  );
}
