import type { MailUnsubscribeAnswer } from '@vitrine/contract/account-answers';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError, errorText } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/surfaces.tsx';
import type { Route } from './+types/email-unsubscribe.ts';
import { AccountFrame, textLink } from './account-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Parar de receber · Vitrine' }];

/** The page of a mail's unsubscribe link, without login. It acts on a press only, because mail programs open links. */
export default function EmailUnsubscribePage() {
  const [params] = useSearchParams();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<MailUnsubscribeAnswer | null>(null);
  const ended = answer !== null && !answer.wanted;

  const press = async (wanted: boolean) => {
    setPending(true);
    setFailure(null);
    try {
      const body = { token: params.get('token') ?? '', wanted };
      setAnswer(await call('POST /mail/unsubscribe', { body }));
    } catch (error) {
      const unknown = error instanceof ApiError && error.code === 'token_invalid';
      setFailure(
        unknown
          ? 'Este link não está completo. Abra de novo o link do e-mail.'
          : errorText(error, 'Não foi possível mudar isso agora. Tente novamente.'),
      );
    } finally {
      setPending(false);
    }
  };

  return (
    <AccountFrame
      title={ended ? 'Pronto' : 'Parar de receber'}
      description={ended ? undefined : 'Este endereço deixa de receber mensagens deste tipo.'}
      footer={
        <Link to="/" className={textLink}>
          Ir para a Vitrine
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? (
          <Alert tone="bad" assertive>
            {failure}
          </Alert>
        ) : null}
        {answer ? (
          <Alert tone="ok" assertive>
            {ended ? `Este endereço não recebe mais ${answer.what}.` : `Este endereço voltou a receber ${answer.what}.`}
          </Alert>
        ) : (
          <p className="text-muted">Avisos de segurança da sua conta e mensagens sobre compras continuam chegando.</p>
        )}
        <Button
          pending={pending}
          pendingLabel="Salvando..."
          className="w-full"
          tone={ended ? 'secondary' : 'primary'}
          onClick={() => press(ended)}
        >
          {ended ? 'Quero receber de novo' : 'Parar de receber'}
        </Button>
      </div>
    </AccountFrame>
  );
}
