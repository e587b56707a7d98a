import { periodText } from '@vitrine/contract/plan-words';
import type { SubscriptionPayment } from '@vitrine/contract/plans';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { formatDate, money } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';
import { payableAddress } from './plan-texts.ts';
import type { Payments } from './use-payments.client.ts';

/** The result of the payment from which the person comes back, and the payment that still waits. */
export function PaymentNews({ payments: { query, open, paid, returned } }: { payments: Payments }) {
  const current = query.data?.current;
  return (
    <>
      {paid && current?.name === paid.plan && current.expiresAt ? (
        <Alert tone="ok" title={`Plano ${paid.plan} ativo até ${formatDate(current.expiresAt)}`}>
          Recebemos o pagamento de {money(paid.value)}. O comprovante está no histórico.
        </Alert>
      ) : null}
      {open ? <OpenPayment payment={open} confirming={open.id === returned} /> : null}
    </>
  );
}

function OpenPayment({ payment, confirming }: { payment: SubscriptionPayment; confirming: boolean }) {
  const store = useCurrentStoreId();
  const [asking, setAsking] = useState(false);
  const address = payment.open && payableAddress(payment.open.init_point, window.location.href);
  const what = `${money(payment.value)}, ${periodText(payment.months)} do plano ${payment.plan}`;
  return (
    <Alert
      tone={confirming ? 'info' : 'warn'}
      title={confirming ? 'Confirmando o pagamento…' : 'Pagamento pendente'}
      action={
        <div className="flex flex-wrap gap-2">
          {address ? (
            <a href={address} className={buttonClass('primary', 'small')}>
              Continuar pagamento
            </a>
          ) : null}
          <Button tone="secondary" size="small" onClick={() => setAsking(true)}>
            Cancelar pagamento
          </Button>
        </div>
      }
    >
      {`${what}. `}
      {confirming
        ? 'Assim que o Mercado Pago confirmar, esta página muda sozinha.'
        : payment.open
          ? `Pode ser pago até ${formatDate(payment.open.until)}.`
          : ''}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancelar o pagamento pendente?"
        confirmLabel="Cancelar pagamento"
        pendingLabel="Cancelando..."
        dismissLabel="Voltar"
        onConfirm={async () => {
          await call('POST /subscription/cancel', { body: { id: payment.id }, store });
          notify.success('Pagamento cancelado.');
          void refreshAfter('POST /subscription/cancel', store);
        }}
        errorText={(error) => errorText(error, 'Não foi possível cancelar. Tente novamente.')}
      >
        {`${what}. Se ele já foi pago, o tempo do plano conta assim mesmo.`}
      </ConfirmDialog>
    </Alert>
  );
}
