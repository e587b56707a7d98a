import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, errorText } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/surfaces.tsx';
import type { Route } from './+types/email-verify.ts';
import { AccountFrame, textLink } from './account-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Confirmar e-mail · Vitrine' }];

type State = { step: 'ready' | 'sending' | 'done' } | { step: 'failed'; text: string };

/** Where the link of the e-mail leads. It confirms by a click: mail scanners open links by themselves. */
export default function EmailVerifyPage() {
  const [params] = useSearchParams();
  const [state, setState] = useState<State>({ step: 'ready' });

  const confirm = async () => {
    setState({ step: 'sending' });
    try {
      await api('POST', '/email/verify', { body: { token: params.get('token') ?? '' } });
      setState({ step: 'done' });
    } catch (error) {
      setState({ step: 'failed', text: errorText(error, 'Link inválido ou expirado. Peça um novo.') });
    }
  };

  return (
    <AccountFrame
      title={state.step === 'done' ? 'E-mail confirmado' : 'Confirmar e-mail'}
      description={state.step === 'done' ? 'Tudo certo com o seu endereço.' : 'Falta só este clique.'}
      footer={
        <Link to="/profile" className={textLink}>
          Ir para o meu perfil
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        {state.step === 'failed' ? (
          <Alert tone="bad" assertive>
            {state.text}
          </Alert>
        ) : null}
        {state.step === 'done' ? (
          <Alert tone="ok">Seu e-mail foi confirmado.</Alert>
        ) : (
          <Button pending={state.step === 'sending'} pendingLabel="Confirmando..." onClick={() => void confirm()}>
            Confirmar meu e-mail
          </Button>
        )}
      </div>
    </AccountFrame>
  );
}
