import { useMutation } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/account-answers';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PasskeyButton } from '../../entry/passkey-button.tsx';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { storedTokenOf, TOKEN_KEY } from '../../state/session-storage.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { leaveUnsavedChanges } from '../form/unsaved-changes.ts';
import { loseSession } from '../layout/lost-session.ts';
import { FactorCodeField, OwnPasswordField } from './proof-fields.client.tsx';

interface LogInAgainFormProps {
  open: boolean;
  onLoggedIn(): void;
}

/** The password of the same account, with its second factor. Other logins lead over /login back to this page. */
export default function LogInAgainForm({ open, onLoggedIn }: LogInAgainFormProps) {
  const user = useAppStore((state) => state.auth.user);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [askCode, setAskCode] = useState(false);
  const latest = useRef(onLoggedIn);
  latest.current = onLoggedIn;

  const enter = (answer: { token: string; user: User }) => {
    useAppStore.getState().loginSucceeded(answer.token, answer.user);
    if (answer.user.id === user?.id) {
      setPassword('');
      setCode('');
      return latest.current();
    }
    // Another person logged in, and nothing of this page belongs to them.
    leaveUnsavedChanges();
    window.location.assign('/dashboard');
  };
  const login = useMutation({
    mutationFn: () => call('POST /login', { body: { email: user?.email ?? '', password, ...(code && { code }) } }),
    onSuccess: enter,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'second_factor_required') setAskCode(true);
    },
  });
  // A login in another tab also logs in this one.
  useEffect(() => {
    if (!open || !user) return;
    const follow = ({ key }: StorageEvent) => {
      const token = key === TOKEN_KEY ? storedTokenOf(user) : null;
      if (token === null) return;
      useAppStore.getState().tokenRenewed(token);
      latest.current();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [open, user]);

  const refusal = login.error instanceof ApiError ? login.error.code : null;
  const wrongCode = refusal === 'second_factor_invalid' ? errorText(login.error, 'Código inválido.') : undefined;
  const wrong = refusal === 'invalid_credentials' ? errorText(login.error, 'Usuário ou senha inválidos.') : undefined;
  const told = wrong || wrongCode || refusal === 'second_factor_required';
  const other =
    login.isError && !told ? errorText(login.error, 'Sem resposta do servidor. Verifique sua conexão.') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="wrap-anywhere text-muted">
        Entre de novo como <strong className="font-medium text-text">{user?.email}</strong> para continuar. O que você
        digitou está aqui, e o que estava salvando segue depois.
      </p>
      <OwnPasswordField value={password} onChange={setPassword} error={wrong} />
      {askCode ? <FactorCodeField value={code} onChange={setCode} error={wrongCode} autoFocus /> : null}
      {other ? (
        <Alert tone="bad" assertive>
          {other}
        </Alert>
      ) : null}
      <div className="flex flex-col gap-2">
        <Button
          type="submit"
          pending={login.isPending}
          pendingLabel="Entrando..."
          disabled={askCode && code === ''}
          className="w-full"
        >
          Entrar
        </Button>
        <PasskeyButton onLoggedIn={async (answer) => enter(answer)} />
        <Button
          tone="quiet"
          className="w-full"
          onClick={() => {
            leaveUnsavedChanges();
            loseSession();
          }}
        >
          Entrar de outro jeito
        </Button>
      </div>
    </form>
  );
}
