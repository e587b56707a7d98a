import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { CopyButton, Steps } from '../../ui/bits.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/surfaces.tsx';
import { keyOf } from '../store/query-keys.ts';

/** The steps to an authenticator: its QR code, the same code as text, then the first code (`children`). */
export function AuthenticatorSetup({ children }: { children: ReactNode }) {
  // Every start makes a new secret and ends the former one, so it is asked for once per opening and never repeated by
  // itself.
  const [opened] = useState(() => crypto.randomUUID());
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: keyOf('POST /account/second-factor/start', opened),
    queryFn: () => call('POST /account/second-factor/start', {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isError) {
    return (
      <ErrorState title="Não foi possível começar" retrying={isFetching} onRetry={() => void refetch()}>
        {errorText(error, 'Confira sua conexão e tente de novo.')}
      </ErrorState>
    );
  }
  return (
    <Steps
      steps={[
        {
          title: 'Leia o QR code',
          state: 'current',
          children: (
            <div className="flex flex-col items-start gap-3">
              <p>Com um aplicativo autenticador: Google Authenticator, Authy, 1Password ou outro.</p>
              {data ? (
                <>
                  <img
                    src={`data:image/svg+xml,${encodeURIComponent(data.qrSvg)}`}
                    alt="QR code para o aplicativo autenticador"
                    className="size-44 rounded-control bg-white p-1"
                  />
                  <a
                    href={data.uri}
                    className="hidden py-2 font-medium text-accent-text underline-offset-4 hover:underline pointer-coarse:inline-block"
                  >
                    Abrir no aplicativo deste aparelho
                  </a>
                  <div className="flex w-full flex-col items-start gap-2">
                    <p>Ou digite esta chave:</p>
                    <code className="font-mono break-all text-text">{data.secret}</code>
                    <CopyButton text={data.secret} label="Copiar chave" size="small" />
                  </div>
                </>
              ) : (
                <Skeleton className="size-44" />
              )}
            </div>
          ),
        },
        { title: 'Digite o código que ele mostra', state: 'current', children },
      ]}
    />
  );
}
