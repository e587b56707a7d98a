import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@vitrine/contract/account-answers';
import { AccountEdit, AccountEmail } from '@vitrine/contract/accounts';
import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/call.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { FormDialog } from './form-dialog.client.tsx';

interface PersonalDialogProps {
  user: User;
  open: boolean;
  onClose(): void;
}

export function NameDialog({ user, open, onClose }: PersonalDialogProps) {
  const form = useForm({ resolver: zodResolver(AccountEdit), values: { name: user.name } });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Alterar nome"
      submitLabel="Salvar"
      pendingLabel="Salvando..."
      failed="Erro ao salvar o nome"
      onSubmit={async (body) => {
        await call('POST /account/edit', { body });
        await refreshAfter('POST /account/edit');
        notify.success('Nome alterado.');
      }}
    >
      <Field
        label="Nome"
        help="É como as equipes das suas lojas veem você. Compradores não o veem."
        error={errors.name?.message}
      >
        <TextInput autoComplete="name" maxLength={limits.userNameMax + 1} {...form.register('name')} />
      </Field>
    </FormDialog>
  );
}

/** The new address counts after its mailed link is opened. `onSent` is called with that address. */
export function EmailDialog({ user, open, onClose, onSent }: PersonalDialogProps & { onSent(to: string): void }) {
  const form = useForm({ resolver: zodResolver(AccountEmail), defaultValues: { email: '' } });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={user.email ? 'Alterar e-mail' : 'Adicionar e-mail'}
      submitLabel="Enviar link"
      pendingLabel="Enviando..."
      failed="Erro ao alterar o e-mail"
      onSubmit={async (body) => {
        await call('POST /account/email', { body });
        onSent(body.email);
      }}
    >
      <Field
        label="Novo e-mail"
        help={`Enviamos um link para lá.${user.email ? ' Até você abri-lo, nada muda.' : ''}`}
        error={errors.email?.message}
      >
        <TextInput
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={limits.emailMax}
          {...form.register('email')}
        />
      </Field>
    </FormDialog>
  );
}
