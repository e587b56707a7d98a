import { useMutation } from '@tanstack/react-query';
import { type FailedReturn, providerNames, startLink, startLogin } from '../../entry/oauth.ts';
import { errorText } from '../../lib/api.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Alert, Card } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';

/** An OAuth return without a login: the auth state's error, and a button to start that login again. */
export function OauthFailure({ provider }: Pick<FailedReturn, 'provider'>) {
  const error = useAppStore((state) => state.auth.error);
  return (
    <div className="mx-auto max-w-md py-10">
      <h1 className="sr-only">Meu perfil</h1>
      <Card>
        <ErrorState title={`Erro: ${error ?? `Falha no login via ${providerNames[provider]}.`}`}>
          <p>Sua conta não foi alterada.</p>
          <div className="mt-5 flex flex-wrap justify-center gap-2">
            <Button onClick={() => startLogin(provider)}>Tentar novamente</Button>
            <LinkButton to="/login" tone="quiet">
              Entrar com e-mail
            </LinkButton>
          </div>
        </ErrorState>
      </Card>
    </div>
  );
}

/** The window of a confirmation, when the browser did not let us close it. */
export function ConfirmEnded({ failure }: { failure: string | null }) {
  return (
    <div className="mx-auto max-w-md py-10">
      <h1 className="mb-4 text-title font-semibold">Confirmar que é você</h1>
      <Alert tone={failure ? 'bad' : 'ok'} assertive>
        {failure ? `Erro: ${failure}` : 'Pronto.'} Feche esta janela e continue na outra.
      </Alert>
    </div>
  );
}

/** The same for a person who is logged in and stays so: a provider was not added, or another login failed. */
export function LoginFailure({ provider, purpose, failure }: FailedReturn) {
  const again = useMutation({
    mutationFn: async () => (purpose === 'link' ? startLink(provider) : startLogin(provider)),
    onError: (error) => notify.error(errorText(error, `Erro ao autenticar com ${providerNames[provider]}`)),
  });
  return (
    <Alert
      tone="bad"
      title={purpose === 'link' ? `Não foi possível vincular o ${providerNames[provider]}` : undefined}
      assertive
      action={
        <Button tone="secondary" size="small" pending={again.isPending} onClick={() => again.mutate()}>
          Tentar novamente
        </Button>
      }
    >
      Erro: {failure}
    </Alert>
  );
}
