import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { PasswordChange } from '@vitrine/contract/accounts';
import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { StrengthMeter } from '../../account/strength-meter.tsx';
import { api } from '../../lib/api.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { FormDialog } from './form-dialog.client.tsx';
import { sessionsQuery } from './sessions-query.ts';

/** A new password by the present one; every other device is logged out by it. */
export function PasswordDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const queries = useQueryClient();
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', password: '' },
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Alterar senha"
      submitLabel="Salvar nova senha"
      pendingLabel="Salvando..."
      failed="Erro ao alterar a senha"
      onSubmit={async (body) => {
        await api('POST', '/password/change', { body });
        await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        notify.success('Senha alterada. Os outros aparelhos saíram da conta.');
      }}
    >
      <Field label="Senha atual" error={errors.currentPassword?.message}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={limits.passwordMax}
          {...form.register('currentPassword')}
        />
      </Field>
      <Field
        label="Nova senha"
        help="De 8 a 50 caracteres. Os outros aparelhos saem da conta."
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" maxLength={limits.passwordMax + 1} {...form.register('password')} />
        <StrengthMeter password={form.watch('password')} />
      </Field>
    </FormDialog>
  );
}
