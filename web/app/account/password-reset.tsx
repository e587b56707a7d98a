import { zodResolver } from '@hookform/resolvers/zod';
import { PasswordReset } from '@vitrine/contract/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api, errorText } from '../lib/api.ts';
import { showAtField } from '../lib/form-errors.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/inputs.tsx';
import { Alert } from '../ui/surfaces.tsx';
import { notify } from '../ui/toast.tsx';
import type { Route } from './+types/password-reset.ts';
import { AccountFrame, textLink } from './account-frame.tsx';
import { StrengthMeter } from './strength-meter.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Nova senha · Vitrine' }];

const NewPassword = PasswordReset.pick({ password: true });

/** Where the link of the e-mail leads: `?token=…`. */
export default function PasswordResetPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(NewPassword) });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await api('POST', '/password/reset', { body: { token: params.get('token') ?? '', password } });
      notify.success('Senha alterada. Entre com a nova senha.');
      await navigate('/login', { replace: true });
    } catch (error) {
      if (!showAtField(form, error)) setFailure(errorText(error, 'Link inválido ou expirado. Peça um novo.'));
    }
  });

  return (
    <AccountFrame
      title="Criar nova senha"
      footer={
        <Link to="/password/forgot" className={textLink}>
          Pedir outro link
        </Link>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Nova senha" help="De 8 a 50 caracteres." error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
          <StrengthMeter password={form.watch('password') ?? ''} />
        </Field>
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
        <Button type="submit" pending={isSubmitting} pendingLabel="Salvando..." className="w-full">
          Salvar nova senha
        </Button>
      </form>
    </AccountFrame>
  );
}
