import { zodResolver } from '@hookform/resolvers/zod';
import { Login } from '@vitrine/contract/accounts';
import { limits } from '@vitrine/contract/limits';
import { useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError, errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { showAtField } from '../lib/form-errors.ts';
import { withNext } from '../lib/guard.ts';
import { useAppStore } from '../state/app-store.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordInput, TextInput } from '../ui/inputs.tsx';
import { Alert } from '../ui/surfaces.tsx';
import { notify } from '../ui/toast.tsx';
import type { Route } from './+types/login.ts';
import { AccountFrame, textLink } from './account-frame.tsx';
import { pageAfterLogin } from './after-login.ts';
import { LostFactor } from './lost-factor.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SocialButtons } from './social-buttons.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Entrar · Vitrine' }];

/** Without an answer, nobody knows whether the password is right: SPEC.md's text would then be wrong. */
function loginErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return 'Sem resposta do servidor. Verifique sua conexão.';
  return errorText(error, 'Usuário ou senha inválidos.');
}

/** The state of an entry in the browser's history never changes. */
const never = () => () => {};

export default function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [askCode, setAskCode] = useState(false);
  const { loginStarted, loginSucceeded, loginFailed } = useAppStore.getState();
  const { state } = useLocation();
  /** The address of a person who has just registered. Only the browser knows it, so the server draws the page without it. */
  const registered = useSyncExternalStore(
    never,
    (): string | undefined => state?.email,
    () => undefined,
  );
  const form = useForm<Login>({
    resolver: zodResolver(Login),
    defaultValues: { email: state?.email ?? '' },
    reValidateMode: 'onChange',
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ code, ...login }) => {
      loginStarted();
      try {
        const body = code ? { ...login, code } : login;
        const { token, user } = await call('POST /login', { body });
        loginSucceeded(token, user);
        notify.success('Logado com sucesso!');
        await navigate(await pageAfterLogin(params.get('next')), { replace: true });
      } catch (error) {
        const text = loginErrorText(error);
        loginFailed(text);
        if (error instanceof ApiError && error.code === 'second_factor_required') {
          // The first time, the code field that appears is the message.
          if (askCode) showAtField(form, error);
          setAskCode(true);
          return;
        }
        showAtField(form, error);
        notify.error(text);
      }
    },
    // Both fields are checked, and each has its own toast (SPEC.md section 5).
    (invalid) => {
      for (const field of [invalid.email, invalid.password]) if (field?.message) notify.error(field.message);
    },
  );

  return (
    <AccountFrame
      title="Bem vindo de volta!"
      description="Entre para cuidar das suas lojas."
      footer={
        <>
          Ainda não tem conta?{' '}
          <Link to={withNext('/registrar', params.get('next'))} className={textLink}>
            Criar nova conta
          </Link>
        </>
      }
    >
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        {registered ? (
          <Alert tone="ok" title="Confirme seu e-mail">
            Enviamos um link para {registered}. Você já pode entrar; abra o link para vender e convidar pessoas.
          </Alert>
        ) : null}
        <Field label="E-mail" error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </Field>
        <Field
          label="Senha"
          error={errors.password?.message}
          aside={
            <Link to="/password/forgot" className={`${textLink} -my-1 text-small`}>
              Esqueci minha senha
            </Link>
          }
        >
          <PasswordInput
            autoComplete="current-password"
            maxLength={limits.passwordMax + 1}
            {...form.register('password')}
          />
        </Field>
        {askCode ? (
          <>
            <Field
              label="Código de verificação"
              help="O código do seu aplicativo autenticador, ou um código de recuperação."
              error={errors.code?.message}
            >
              <TextInput autoComplete="one-time-code" autoFocus className="figures" {...form.register('code')} />
            </Field>
            <LostFactor login={() => form.getValues()} />
          </>
        ) : null}
        <Button type="submit" pending={isSubmitting} pendingLabel="Entrando..." className="mt-2 w-full">
          Entrar
        </Button>
        <PasskeyButton
          onLoggedIn={async ({ token, user }) => {
            loginSucceeded(token, user);
            notify.success('Logado com sucesso!');
            await navigate(await pageAfterLogin(params.get('next')), { replace: true });
          }}
        />
        <SocialButtons next={params.get('next')} />
      </form>
    </AccountFrame>
  );
}
