import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { TotpEnable } from '@vitrine/contract/accounts';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { focusWhenShown } from '../../lib/focus-when-shown.ts';
import { showAtField } from '../../lib/form-errors.ts';
import { useAppStore } from '../../state/app-store.ts';
import { CopyButton } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { refreshAfter, type Write } from '../store/query-keys.ts';
import { AuthenticatorSetup } from './authenticator-setup.client.tsx';

type Ask = 'enable' | 'renew' | 'disable';

interface Task {
  write: Write;
  title: string;
  /** Makes its call; only turning it on takes a code. */
  send(code: string): Promise<{ success: true; recoveryCodes?: string[]; token?: string }>;
  submitLabel: string;
  pendingLabel: string;
  danger?: true;
  done: string;
  failed: string;
}

const tasks: Record<Ask, Task> = {
  enable: {
    write: 'POST /account/second-factor/confirm',
    title: 'Ativar verificação em duas etapas',
    send: (code) => call('POST /account/second-factor/confirm', { body: { code } }),
    submitLabel: 'Ativar',
    pendingLabel: 'Ativando...',
    done: 'Verificação em duas etapas ativada.',
    failed: 'Erro ao ativar a verificação em duas etapas',
  },
  renew: {
    write: 'POST /account/second-factor/recovery-codes',
    title: 'Gerar novos códigos de recuperação',
    send: () => call('POST /account/second-factor/recovery-codes', {}),
    submitLabel: 'Gerar códigos',
    pendingLabel: 'Gerando...',
    done: 'Novos códigos gerados. Os antigos não valem mais.',
    failed: 'Erro ao gerar os códigos',
  },
  disable: {
    write: 'POST /account/second-factor/disable',
    title: 'Desativar verificação em duas etapas?',
    send: () => call('POST /account/second-factor/disable', {}),
    submitLabel: 'Desativar',
    pendingLabel: 'Desativando...',
    danger: true,
    done: 'Verificação em duas etapas desativada.',
    failed: 'Erro ao desativar a verificação em duas etapas',
  },
};

interface SecondFactorDialogProps {
  /** What the dialog does; null while it is closed. */
  ask: Ask | null;
  onClose(): void;
}

/** Turning it on needs the app's first code, all else a confirmed session. New recovery codes are shown once. */
export function SecondFactorDialog({ ask, onClose }: SecondFactorDialogProps) {
  const form = useForm({ resolver: zodResolver(TotpEnable), defaultValues: { code: '' } });
  // The closing dialog still shows its words.
  const [last, setLast] = useState<Ask>(ask ?? 'enable');
  if (ask && ask !== last) setLast(ask);
  const task = tasks[last];
  const [codes, setCodes] = useState<string[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const { isPending, mutate } = useMutation({
    mutationFn: async (code: string) => {
      const { recoveryCodes, token } = await task.send(code);
      if (token) useAppStore.getState().tokenRenewed(token);
      return recoveryCodes ?? null;
    },
    onMutate: () => setFailure(null),
    onSuccess: async (recoveryCodes) => {
      notify.success(task.done);
      if (recoveryCodes) setCodes(recoveryCodes);
      else onClose();
      await refreshAfter(task.write);
    },
    onError: (error) => {
      if (!showAtField(form, error)) setFailure(errorText(error, task.failed));
      // Another device turned it on or off in the meantime.
      if (error instanceof ApiError && error.code === 'conflict') {
        void refreshAfter(task.write);
      }
    },
  });
  const { reset } = form;
  useEffect(() => {
    if (ask === null) return;
    reset();
    setCodes(null);
    setFailure(null);
  }, [ask, reset]);

  return (
    <Dialog
      open={ask !== null}
      onOpenChange={(next) => !next && onClose()}
      title={codes ? 'Códigos de recuperação' : task.title}
      size="sm"
      dismissable={!isPending && codes === null}
      footer={
        codes ? (
          <Button onClick={onClose}>Guardei os códigos</Button>
        ) : (
          <>
            <Button tone="quiet" disabled={isPending} onClick={onClose}>
              Voltar
            </Button>
            <Button
              type="submit"
              form="second-factor"
              tone={task.danger ? 'danger' : 'primary'}
              pending={isPending}
              pendingLabel={task.pendingLabel}
            >
              {task.submitLabel}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form
          id="second-factor"
          noValidate
          onSubmit={(event) => {
            if (last === 'enable') return void form.handleSubmit(({ code }) => mutate(code))(event);
            event.preventDefault();
            mutate('');
          }}
          className="flex flex-col gap-5"
        >
          {last === 'enable' ? (
            <AuthenticatorSetup>
              <CodeField form={form} help="Os 6 dígitos que o aplicativo mostra agora." />
            </AuthenticatorSetup>
          ) : (
            <p className="text-muted">
              {last === 'disable'
                ? 'Para entrar com senha, só a senha será pedida. Os códigos de recuperação deixam de valer.'
                : 'Os códigos que você tem hoje deixam de valer.'}
            </p>
          )}
          {failure ? (
            <Alert tone="bad" assertive>
              {failure}
            </Alert>
          ) : null}
        </form>
      )}
    </Dialog>
  );
}

interface CodeFieldProps {
  form: UseFormReturn<{ code: string }>;
  help: string;
}

function CodeField({ form, help }: CodeFieldProps) {
  return (
    <Field label="Código" help={help} error={form.formState.errors.code?.message}>
      <TextInput
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        className="figures"
        {...form.register('code')}
      />
    </Field>
  );
}

/** Takes the focus, because the form that had it is gone. */
function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div ref={focusWhenShown} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <p className="text-muted">
        Sem o celular, cada um destes códigos vale uma vez no lugar do código do aplicativo. Guarde-os agora:{' '}
        <strong className="font-medium text-text">eles não aparecem de novo.</strong>
      </p>
      <ul
        aria-label="Códigos de recuperação"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-line bg-sunken p-4 text-center font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} label="Copiar códigos" size="small" />
      </div>
    </div>
  );
}
