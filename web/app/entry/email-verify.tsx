import { zodResolver } from '@hookform/resolvers/zod';
import type { WaysAnswer } from '@vitrine/contract/account-answers';
import { EmailVerify } from '@vitrine/contract/accounts';
import { limits } from '@vitrine/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearchParams } from 'react-router';
import { ApiError, errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { showAtField } from '../lib/form-errors.ts';
import { withNext } from '../lib/guard.ts';
import { useAppStore } from '../state/app-store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/inputs.tsx';
import { Alert } from '../ui/surfaces.tsx';
import type { Route } from './+types/email-verify.ts';
import { AccountFrame, textLink } from './account-frame.tsx';
import { WaysTold } from './ways-told.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Confirmar e-mail · Vitrine' }];

const Answer = EmailVerify.pick({ password: true });

/**
 * The page of the link in the confirmation mail. It asks for a press, and for a session of the account or its
 * password.
 * Mail scanners open links by themselves, and whoever gets a stranger's link must not be able to confirm it.
 */
export default function EmailVerifyPage() {
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<WaysAnswer | null>(null);
  const form = useForm({ resolver: zodResolver(Answer) });
  const { errors, isSubmitting } = form.formState;
  const isLoggedIn = useAppStore((state) => state.auth.isLoggedIn);

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      const body = { token: params.get('token') ?? '', ...(asks && { password: password ?? '' }) };
      setDone(await call('POST /email/verify', { body }));
      const { auth, userChanged } = useAppStore.getState();
      // The server asked for no password, so the link belongs to this session's account.
      if (!asks && auth.user) userChanged({ ...auth.user, emailVerified: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'verify_needs_login') {
        setAsks(true);
        return;
      }
      if (error instanceof ApiError && error.field === 'password') {
        form.setError('password', { message: errorText(error, 'Senha incorreta.') }, { shouldFocus: true });
        return;
      }
      if (!showAtField(form, error)) setFailure(errorText(error, 'Link inválido ou expirado. Peça um novo.'));
    }
  });

  if (done) {
    return (
      <AccountFrame
        title="E-mail confirmado"
        description="Tudo certo com o seu endereço."
        footer={
          <Link to="/profile" className={textLink}>
            Ir para o meu perfil
          </Link>
        }
      >
        <div className="flex flex-col gap-4">
          <Alert tone="ok">Seu e-mail foi confirmado.</Alert>
          <WaysTold removed={done.removed} remaining={done.remaining} />
          {isLoggedIn ? <LinkButton to="/dashboard">Abrir o painel</LinkButton> : null}
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Confirmar e-mail"
      description={asks ? 'Mostre que a conta é sua.' : 'Falta só este clique.'}
      footer={
        asks ? (
          <>
            Sem senha, ou entra com Discord ou Google?{' '}
            <Link to={withNext('/login', `${pathname}${search}`)} className={textLink}>
              Entrar e voltar aqui
            </Link>
          </>
        ) : (
          <Link to="/profile" className={textLink}>
            Ir para o meu perfil
          </Link>
        )
      }
    >
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        {asks ? (
          <>
            <Alert>
              Neste navegador você não está na conta deste e-mail. Digite a senha dela. Se não foi você que criou a
              conta, feche esta página: sem a senha nada é confirmado.
            </Alert>
            <Field label="Senha da conta" error={errors.password?.message}>
              <PasswordInput
                autoComplete="current-password"
                autoFocus
                maxLength={limits.passwordMax}
                {...form.register('password')}
              />
            </Field>
          </>
        ) : null}
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
        <Button type="submit" pending={isSubmitting} pendingLabel="Confirmando..." className="w-full">
          Confirmar meu e-mail
        </Button>
      </form>
    </AccountFrame>
  );
}
