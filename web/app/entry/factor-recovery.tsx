import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/surfaces.tsx';
import type { Route } from './+types/factor-recovery.ts';
import { AccountFrame, textLink } from './account-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Verificação em duas etapas · Vitrine' }];

const faces = {
  finish: {
    title: 'Desligar a verificação',
    description: 'O prazo terminou. Falta só este clique.',
    button: 'Desligar a verificação',
    done: 'Desligada. Entre só com a senha e ligue de novo com o celular novo.',
  },
  cancel: {
    title: 'Cancelar a recuperação',
    description: 'A verificação em duas etapas continua ligada.',
    button: 'Não fui eu: cancelar',
    done: 'Cancelado. Alguém sabe a sua senha: crie outra agora.',
  },
} as const;

/** The page of the links in the mails of a recovery. Each acts on a press only, because mail scanners open links. */
export default function FactorRecoveryPage() {
  const [params] = useSearchParams();
  const cancel = params.get('cancel');
  const what = cancel === null ? 'finish' : 'cancel';
  const { title, description, button, done } = faces[what];
  const [state, setState] = useState<'asked' | 'pending' | 'done'>('asked');
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    setState('pending');
    setFailure(null);
    try {
      await call(`POST /login/factor-recovery/${what}`, { body: { token: cancel ?? params.get('token') ?? '' } });
      setState('done');
    } catch (error) {
      setFailure(errorText(error, 'Link inválido ou expirado. Peça um novo.'));
      setState('asked');
    }
  };
  return (
    <AccountFrame
      title={title}
      description={description}
      footer={
        <Link to={what === 'cancel' ? '/password/forgot' : '/login'} className={textLink}>
          {what === 'cancel' ? 'Criar uma nova senha' : 'Ir para o login'}
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
        {state === 'done' ? (
          <Alert tone="ok" assertive>
            {done}
          </Alert>
        ) : (
          <Button
            pending={state === 'pending'}
            pendingLabel="Um instante..."
            className="w-full"
            onClick={() => void press()}
          >
            {button}
          </Button>
        )}
      </div>
    </AccountFrame>
  );
}
