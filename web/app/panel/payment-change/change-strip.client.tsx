import { useMutation } from '@tanstack/react-query';
import type { PaymentChange } from '@vitrine/contract/payment-changes';
import { ShieldAlert } from 'lucide-react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { RelativeTime } from '../../ui/bits.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast.tsx';
import { refreshAfter } from '../store/query-keys.ts';

/** One new payment account: which one, who connected it, and the buttons to accept or undo it. */
export default function ChangeStrip({ store, change }: { store: string; change: PaymentChange }) {
  const body = { subdomain: store, id: change.id };
  const undo = useMutation({
    mutationFn: () => call('POST /store/payment-account/undo', { body }),
    onSuccess: () => {
      notify.success(
        change.former
          ? `Desfeito: o dinheiro volta a cair em ${change.former}.`
          : 'Desfeito: a loja não recebe até conectar outra conta.',
      );
    },
    onError: (error) => notify.error(errorText(error, 'Erro ao desfazer')),
    // Reloaded in both cases: another person may have undone the change in the meantime.
    onSettled: () => refreshAfter('POST /store/payment-account/undo', store),
  });
  const accept = useMutation({
    mutationFn: () => call('POST /store/payment-account/accept', { body }),
    onError: (error) => notify.error(errorText(error, 'Erro ao confirmar a conta')),
    onSettled: () => refreshAfter('POST /store/payment-account/accept', store),
  });
  return (
    <div className="flex flex-col gap-3 rounded-card border border-warn/40 bg-warn-soft px-4 py-3 sm:flex-row sm:items-center">
      <ShieldAlert className="size-5 shrink-0 text-warn max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 grow">
        <p className="font-medium break-words">
          O dinheiro das vendas agora cai na conta {change.account} (nº {change.accountId}) do Mercado Pago.
        </p>
        <p className="text-small text-muted">
          Conectada por {change.person}, <RelativeTime at={change.at} />
          {change.device ? ` · ${change.device}` : ''}
          {change.place ? ` · rede ${change.place}` : ''}
          {change.former ? ` · antes: ${change.former}` : ''}. Pode ser desfeito por 72 horas.
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {change.hidden ? null : (
          <Button
            tone="secondary"
            size="small"
            className="max-sm:grow"
            pending={accept.isPending}
            onClick={() => accept.mutate()}
          >
            Está certo
          </Button>
        )}
        <Button
          tone="danger"
          size="small"
          className="max-sm:grow"
          pending={undo.isPending}
          pendingLabel="Desfazendo..."
          onClick={() => undo.mutate()}
        >
          Desfazer
        </Button>
      </div>
    </div>
  );
}
