import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { SubscriptionAnswer, SubscriptionPayment } from '@vitrine/contract/plans';
import { Download } from 'lucide-react';
import { errorText } from '../../lib/api.ts';
import { callFile } from '../../lib/call.ts';
import { formatDate, money } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Badge, Card, List, SkeletonRows } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { LoadFailure } from '../list/load-failure.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { paymentStates } from './plan-texts.ts';

/** The payments of the store's plan, newest first, with the receipts of those that were paid. */
export function PaymentHistory({ query }: { query: UseQueryResult<SubscriptionAnswer> }) {
  const { data } = query;
  return (
    <Card flush title="Histórico de pagamentos" className="overflow-hidden">
      <div className="border-t border-line">
        {query.isLoadingError ? (
          <LoadFailure title="Erro ao carregar dados" query={query} />
        ) : !data ? (
          <div className="p-4">
            <SkeletonRows rows={3} className="h-12" />
          </div>
        ) : data.history.length === 0 ? (
          <EmptyState drawing="receipt" title="Nenhum pagamento ainda">
            Os pagamentos do plano desta loja aparecem aqui.
          </EmptyState>
        ) : (
          <List aria-label="Histórico de pagamentos" className="border-t-0">
            {data.history.map((payment) => (
              <li
                key={payment.id}
                className="grid grid-cols-[minmax(0,1fr)_auto_auto_2.75rem] items-center gap-x-2 gap-y-1 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_6rem_7rem_2.75rem] sm:gap-x-4 sm:px-5"
              >
                <div className="min-w-0">
                  <p className="truncate font-medium">
                    {payment.plan}
                    {payment.months === 12 ? ' · 1 ano' : ''}
                  </p>
                  <p className="figures text-small text-muted">{formatDate(payment.paidAt ?? payment.createdAt)}</p>
                </div>
                <span className="figures text-right font-semibold">{money(payment.value)}</span>
                <span className="justify-self-end">
                  <Badge tone={paymentStates[payment.status].tone}>{paymentStates[payment.status].text}</Badge>
                </span>
                <span className="flex min-h-11 items-center justify-end">
                  {payment.paidAt ? <Receipt payment={payment} /> : null}
                </span>
              </li>
            ))}
          </List>
        )}
      </div>
    </Card>
  );
}

function Receipt({ payment }: { payment: SubscriptionPayment }) {
  const store = useCurrentStoreId();
  const load = useMutation({
    mutationFn: () => callFile('GET /subscription/:id/receipt', { params: { id: payment.id }, store }),
    onSuccess: (blob) => saveFile(blob, `comprovante-plano-${payment.id}.pdf`),
    onError: (error) => notify.error(errorText(error, 'Erro ao baixar o comprovante. Tente novamente.')),
  });
  const label = `Baixar comprovante de ${formatDate(payment.paidAt ?? payment.createdAt)}`;
  return (
    <IconButton label={label} disabled={load.isPending} onClick={() => load.mutate()}>
      <Download className="size-4.5" />
    </IconButton>
  );
}
