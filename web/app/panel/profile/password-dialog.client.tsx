import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@vitrine/contract/account-answers';
import { PasswordChange } from '@vitrine/contract/accounts';
import { limits } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import { StrengthMeter } from '../../entry/strength-meter.tsx';
import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Field } from '../../ui/field.tsx';
import { Checkbox, PasswordInput } from '../../ui/inputs.tsx';
import { notify } from '../../ui/toast.tsx';
import { refreshAfter } from '../store/query-keys.ts';
import { FormDialog } from './form-dialog.client.tsx';

/** Sets a new password with the current one. It logs out every other device. */
export function PasswordDialog({ user, open, onClose }: { user: User; open: boolean; onClose(): void }) {
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', password: '', dropLogins: false },
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
        const { removed, token } = await call('POST /password/change', { body });
        useAppStore.getState().tokenRenewed(token);
        await refreshAfter('POST /password/change');
        const dropped = removed.filter(({ kind }) => kind !== 'devices').map(({ text }) => text);
        const also = dropped.length > 0 ? ` Removido: ${dropped.join(', ')}.` : '';
        notify.success(`Senha alterada. Os outros aparelhos saíram da conta.${also}`);
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
      {user.discordId || user.googleLinked ? (
        <Checkbox
          label="Remover também os logins vinculados"
          help="Marque se outra pessoa pode ter vinculado o Discord ou o Google dela."
          {...form.register('dropLogins')}
        />
      ) : null}
    </FormDialog>
  );
}
