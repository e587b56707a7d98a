import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/inputs.tsx';
import { Alert, Card } from '../../ui/surfaces.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';

/**
 * What Cfx.re's licence says about payments (DECISIONS.md, Fulfilment). The owner confirms it before the first
 * connection; afterwards one click shows it again.
 */
export function PolicyNotice({ confirmed, mayConfirm }: { confirmed: boolean; mayConfirm: boolean }) {
  const subdomain = useCurrentStoreId();
  const [read, setRead] = useState(false);
  const confirm = useMutation({
    mutationFn: () => call('POST /store/policy', { body: { confirmed: true }, store: subdomain }),
    onSuccess: () => refreshAfter('POST /store/policy', subdomain),
  });

  const text = (
    <>
      <p>
        A licença da Cfx.re, que faz o FiveM, indica a Tebex como única parceira de pagamentos para servidores. Vender
        itens do jogo por outra plataforma, como esta, pode levar a avisos, à retirada do servidor da lista ou ao
        bloqueio da chave.
      </p>
      <p className="mt-2">
        A escolha e o risco são de quem administra o servidor. Leia o texto original em{' '}
        <a
          href="https://fivem.net/terms"
          target="_blank"
          rel="noreferrer"
          className="rounded-control font-medium text-accent-text underline underline-offset-4"
        >
          fivem.net/terms
        </a>
        .
      </p>
    </>
  );

  if (confirmed) {
    return (
      <details className="group rounded-card border border-line bg-raised px-4 py-1 text-small text-muted sm:px-5">
        <summary className="flex min-h-11 items-center gap-2 rounded-control font-medium hover:text-text">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          Aviso da licença da Cfx.re: lido e confirmado
        </summary>
        <div className="pb-4">{text}</div>
      </details>
    );
  }
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <TriangleAlert className="size-5 shrink-0 text-warn" aria-hidden="true" />
          Antes de conectar um servidor FiveM
        </span>
      }
      className="border-warn/50"
    >
      <div className="text-muted">{text}</div>
      {mayConfirm ? (
        <div className="mt-4 flex flex-col items-start gap-4">
          <Checkbox
            label="Li o aviso e quero conectar meu servidor mesmo assim"
            checked={read}
            onChange={(event) => setRead(event.target.checked)}
          />
          <Button
            disabled={!read}
            pending={confirm.isPending}
            pendingLabel="Confirmando..."
            onClick={() => confirm.mutate()}
          >
            Confirmar e continuar
          </Button>
          {confirm.isError ? (
            <Alert tone="bad" assertive>
              {errorText(confirm.error, 'Erro ao salvar configurações')}
            </Alert>
          ) : null}
        </div>
      ) : (
        <p className="mt-4">Só o proprietário e administradores confirmam o aviso e conectam um servidor.</p>
      )}
    </Card>
  );
}
