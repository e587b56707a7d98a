import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/surfaces.tsx';
import type { Route } from './+types/email-restore.ts';
import { AccountFrame, textLink } from './account-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Recuperar e-mail · Vitrine' }];

/** The page of the link in the mail to a former address. It acts on a press only, because mail scanners open links. */
export default function EmailRestorePage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    setPending(true);
    setFailure(null);
    try {
      const body = { token: params.get('token') ?? '' };
      const { resetToken } = await call('POST /email/restore', { body });
      await navigate(`/password/reset?token=${resetToken}`, { replace: true });
    } catch (error) {
      setFailure(errorText(error, 'Link inválido ou expirado.'));
      setPending(false);
    }
  };
  return (
    <AccountFrame
      title="Recuperar e-mail"
      description="Alguém trocou o e-mail da sua conta."
      footer={
        <Link to="/login" className={textLink}>
          Ir para o login
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        <Alert>
          A conta volta para este e-mail, todos os aparelhos saem dela e a senha deixa de valer. Em seguida você cria
          uma nova.
        </Alert>
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
        <Button pending={pending} pendingLabel="Um instante..." className="w-full" onClick={() => void press()}>
          Voltar ao meu e-mail
        </Button>
      </div>
    </AccountFrame>
  );
}
