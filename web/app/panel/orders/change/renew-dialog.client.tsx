import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '@vitrine/contract/orders';
import { renewLeftTexts } from '@vitrine/contract/renew-words';
import type { RenewPreview } from '@vitrine/contract/renewals';
import { ArrowDown } from 'lucide-react';
import { errorText } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Alert, SkeletonRows } from '../../../ui/surfaces.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCurrentStoreId } from '../../store/current-store.ts';
import { keyOf, refreshAfter } from '../../store/query-keys.ts';
import { groupsOf, leftOut, sentText } from './renewal.ts';

interface RenewDialogProps {
  deliveries: Delivery[];
  open: boolean;
  onClose(): void;
  onSent(): void;
}

/** Sends deliveries as their products say today: what each did, what it will do, and which are left out and why. */
export function RenewDialog({ deliveries, open, onClose, onSent }: RenewDialogProps) {
  const store = useCurrentStoreId();
  const ids = deliveries.map(({ id }) => id);
  const { data, error } = useQuery({
    queryKey: keyOf('POST /deliveries/renew/preview', store, ids.join(' ')),
    enabled: open && store !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call('POST /deliveries/renew/preview', { body: { ids }, store, signal }),
  });
  const groups = groupsOf(data?.changes ?? []);
  const ready = groups.flatMap(({ ids: those, after }) => those.map((id) => ({ id, after })));
  const left = leftOut(data?.changes ?? []);

  const send = async () => {
    const { sent, left: out } = await call('POST /deliveries/renew', { body: { changes: ready }, store });
    notify.success(sentText(sent, out));
    onSent();
    await refreshAfter('POST /deliveries/renew', store);
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Reenviar com o produto corrigido"
      confirmLabel={ready.length > 1 ? `Reenviar ${ready.length}` : 'Reenviar'}
      pendingLabel="Reenviando..."
      dismissLabel="Voltar"
      tone="primary"
      ready={ready.length > 0}
      onConfirm={send}
      errorText={(failure) => errorText(failure, 'Erro ao reenviar')}
    >
      <div className="flex flex-col gap-4 text-text">
        <p className="text-muted">
          {ready.length === 1
            ? 'Esta entrega sai como o produto está agora. O antes e o depois ficam no registro de alterações.'
            : 'Estas entregas saem como o produto está agora. O antes e o depois ficam no registro de alterações.'}
        </p>
        {error ? (
          <Alert tone="bad" assertive>
            {errorText(error, 'Erro ao carregar dados')}
          </Alert>
        ) : data ? (
          <>
            {deliveries.some(({ state }) => state === 'uncertain') ? (
              <Alert tone="warn" title="Confira antes no jogo">
                Não sabemos se a tentativa anterior chegou. Se chegou, reenviar entrega duas vezes.
              </Alert>
            ) : null}
            {groups.length > 0 ? (
              <ul aria-label="O que muda" className="flex flex-col gap-3">
                {groups.map((group) => (
                  <Change key={group.ids[0]} {...group} />
                ))}
              </ul>
            ) : (
              <Alert tone="neutral" title="Nada a reenviar assim">
                Corrija o produto e volte aqui, ou use Corrigir e reenviar para mudar só esta entrega.
              </Alert>
            )}
            {left.length > 0 ? <LeftOut left={left} /> : null}
          </>
        ) : (
          <SkeletonRows rows={2} className="h-16" />
        )}
      </div>
    </ConfirmDialog>
  );
}

function Change({ product, orders, ids, before, after }: ReturnType<typeof groupsOf>[number]) {
  return (
    <li className="rounded-card border border-line bg-raised p-3">
      <p className="text-small text-muted">
        {product} ·{' '}
        {orders.length === 1 ? `pedido #${orders[0]}` : `${ids.length} entregas de ${orders.length} pedidos`}
      </p>
      <p className="mt-1 break-words text-muted line-through">
        <span className="sr-only">Antes: </span>
        {before}
      </p>
      <ArrowDown className="my-1 size-4 text-muted" aria-hidden="true" />
      <p className="font-medium break-words">
        <span className="sr-only">Agora: </span>
        {after}
      </p>
    </li>
  );
}

function LeftOut({ left }: { left: RenewPreview[] }) {
  return (
    <div>
      <h3 className="text-small font-medium">{left.length === 1 ? 'Fica de fora' : 'Ficam de fora'}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-small text-muted">
        {left.map(({ id, product, orderNumber, left: reason, problem }) => (
          <li key={id} className="break-words">
            {product}, pedido #{orderNumber}: {problem ?? (reason ? renewLeftTexts[reason] : '')}
          </li>
        ))}
      </ul>
    </div>
  );
}
