import { zodResolver } from '@hookform/resolvers/zod';
import { PasswordForgot } from '@vitrine/contract/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { Alert } from '../ui/surfaces.tsx';
import type { Route } from './+types/password-forgot.ts';
import { AccountFrame, textLink } from './account-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Recuperar senha · Vitrine' }];

/** Neither the answer nor this page says whether the e-mail is registered. */
export default function PasswordForgotPage() {
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string } | null>(null);
  const form = useForm({ resolver: zodResolver(PasswordForgot) });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setOutcome(null);
    try {
      await call('POST /password/forgot', { body });
      setOutcome({
        ok: true,
        text: 'Se este e-mail tiver uma conta, o link chega em instantes. Confira também o spam.',
      });
    } catch (error) {
      setOutcome({ ok: false, text: errorText(error, 'Não foi possível enviar o link. Tente novamente.') });
    }
  });

  return (
    <AccountFrame
      title="Recuperar senha"
      description="Enviamos um link para você criar uma nova."
      footer={
        <Link to="/login" className={textLink}>
          Voltar para o login
        </Link>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        <Field label="E-mail" error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </Field>
        {outcome ? (
          <Alert tone={outcome.ok ? 'ok' : 'bad'} assertive={!outcome.ok}>
            {outcome.text}
          </Alert>
        ) : null}
        <Button type="submit" pending={isSubmitting} pendingLabel="Enviando..." className="w-full">
          Enviar link
        </Button>
      </form>
    </AccountFrame>
  );
}
