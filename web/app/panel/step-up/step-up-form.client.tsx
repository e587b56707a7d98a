import { useMutation, useQuery } from '@tanstack/react-query';
import type { SessionToken } from '@vitrine/contract/account-answers';
import type { ConfirmWays } from '@vitrine/contract/guard-answers';
import { limits } from '@vitrine/contract/limits';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { openConfirmWindow } from '../../entry/confirm-window.ts';
import { type Provider, providerNames } from '../../entry/oauth.ts';
import { confirmByPasskey, hasPasskeys, PasskeyCancelled } from '../../entry/passkey.ts';
import { ApiError, errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { useAppStore } from '../../state/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { Alert, SkeletonRows } from '../../ui/surfaces.tsx';
import { keyOf } from '../store/query-keys.ts';
import { FactorCodeField, OwnPasswordField } from './proof-fields.client.tsx';

interface StepUpFormProps {
  factor: boolean;
  onConfirmed(): void;
  onCancelled(): void;
}

/** The ways in which this account can confirm who uses the session. */
export default function StepUpForm(props: StepUpFormProps) {
  const ways = useQuery({
    queryKey: keyOf('GET /account/confirm'),
    queryFn: ({ signal }) => call('GET /account/confirm', { signal }),
    staleTime: 0,
  });
  if (ways.isError) {
    return (
      <Alert tone="bad" assertive>
        {errorText(ways.error, 'Erro ao carregar dados')}
      </Alert>
    );
  }
  if (!ways.data) return <SkeletonRows rows={2} className="h-14" />;
  return <Ways {...props} ways={ways.data.ways} />;
}

function Ways({ ways, factor, onConfirmed, onCancelled }: StepUpFormProps & { ways: ConfirmWays['ways'] }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  /** An account without a password logs in at the provider first, then types the code. */
  const [atProvider, setAtProvider] = useState(false);
  const askCode = ways.code && (ways.password || (factor && atProvider));
  const tokenRenewed = useAppStore((state) => state.tokenRenewed);
  const confirmed = ({ token }: SessionToken) => {
    tokenRenewed(token);
    onConfirmed();
  };
  const confirm = useMutation({
    mutationFn: () =>
      call('POST /account/confirm', {
        body: { ...(ways.password && { password }), ...(askCode && { code }) },
      }),
    onSuccess: confirmed,
  });
  const passkey = useMutation({ mutationFn: confirmByPasskey, onSuccess: confirmed });
  const provider = useProviderWindow(() => (factor && ways.code ? setAtProvider(true) : onConfirmed()));
  const refusal = confirm.error instanceof ApiError ? confirm.error.code : null;
  const wrong = refusal === 'wrong_password' ? errorText(confirm.error, 'Senha incorreta.') : undefined;
  const wrongCode = refusal?.startsWith('second_factor') ? errorText(confirm.error, 'Código inválido.') : undefined;
  const otherOf = passkey.isError && !(passkey.error instanceof PasskeyCancelled) ? passkey.error : confirm.error;
  const other = otherOf && !wrong && !wrongCode ? errorText(otherOf, 'Erro ao confirmar') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  const providers = (['discord', 'google'] as const).filter((one) => ways[one] && !(factor && ways.password));
  const typed = ways.password || askCode;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-muted">
        O que você vai mudar mexe com dinheiro ou com o acesso à conta. Vale por {limits.stepUpMinutes} minutos neste
        aparelho.
      </p>
      {ways.password ? <OwnPasswordField value={password} onChange={setPassword} error={wrong} /> : null}
      {askCode ? <FactorCodeField value={code} onChange={setCode} error={wrongCode} /> : null}
      {(other ?? provider.failure) ? (
        <Alert tone="bad" assertive>
          {other ?? provider.failure}
        </Alert>
      ) : null}
      {provider.waiting ? (
        <p role="status" className="text-small text-muted">
          Continue na janela do {providerNames[provider.waiting]}. Nada do que você digitou se perde.
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        {typed ? (
          <Button type="submit" pending={confirm.isPending} pendingLabel="Confirmando..." className="w-full">
            Confirmar
          </Button>
        ) : null}
        {ways.passkey && hasPasskeys() ? (
          <Button
            tone="secondary"
            className="w-full"
            pending={passkey.isPending}
            pendingLabel="Esperando a passkey..."
            onClick={() => passkey.mutate()}
          >
            Confirmar com passkey
          </Button>
        ) : null}
        {providers.map((one) => (
          <Button
            key={one}
            tone={typed || providers.length > 1 ? 'secondary' : 'primary'}
            className="w-full"
            onClick={() => provider.open(one)}
          >
            Confirmar com {providerNames[one]}
          </Button>
        ))}
        <Button tone="quiet" className="w-full" disabled={confirm.isPending} onClick={onCancelled}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** A login at a provider in its own window. */
function useProviderWindow(onConfirmed: () => void) {
  const [waiting, setWaiting] = useState<Provider | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const latest = useRef(onConfirmed);
  latest.current = onConfirmed;
  const open = async (provider: Provider) => {
    stop.current?.();
    setFailure(null);
    setWaiting(provider);
    try {
      stop.current = await openConfirmWindow(provider, (failed) => {
        setWaiting(null);
        if (failed) setFailure(failed);
        else latest.current();
      });
    } catch (error) {
      setWaiting(null);
      setFailure(errorText(error, `Erro ao autenticar com ${providerNames[provider]}`));
    }
  };
  return { waiting, failure, open: (provider: Provider) => void open(provider) };
}
