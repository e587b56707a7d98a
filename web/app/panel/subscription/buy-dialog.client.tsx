import { useMutation } from '@tanstack/react-query';
import { type OrderPaymentMethod, orderPaymentMethods, paymentMethodTexts } from '@vitrine/contract/order-words';
import type { Plan } from '@vitrine/contract/plans';
import { CreditCard, type LucideIcon, QrCode, Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { money } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { payableAddress } from './plan-texts.ts';

const icons: Record<OrderPaymentMethod, LucideIcon> = {
  pix: QrCode,
  credit_card: CreditCard,
  mercado_pago_checkout_pro: Wallet,
};
const PAY_TIMEOUT_MS = 30_000;

interface BuyDialogProps {
  plan: Plan | null;
  /** The store already has this plan, so a month is added. */
  renews: boolean;
  onClose(): void;
}

/** One month of a plan: the person chooses a payment method, then the payment page opens. */
export function BuyDialog({ plan, renews, onClose }: BuyDialogProps) {
  const subdomain = useCurrentStoreId();
  const [method, setMethod] = useState<OrderPaymentMethod>('pix');
  const [shown, setShown] = useState(plan);
  const idempotencyKey = useRef('');
  // The closing window still shows its words.
  if (plan && plan !== shown) setShown(plan);

  const { reset, ...buy } = useMutation({
    mutationFn: (planId: string) =>
      call('POST /subscription/create', {
        body: { planId, paymentMethod: method },
        store: subdomain,
        idempotencyKey: idempotencyKey.current,
        timeoutMs: PAY_TIMEOUT_MS,
      }),
    onSuccess: ({ data }) => {
      const address = payableAddress(data.payment.init_point, window.location.href);
      if (!address) throw new Error('The answer has no payment address.');
      window.location.assign(address);
    },
  });
  useEffect(() => {
    if (plan) reset();
  }, [plan, reset]);
  // Another plan or method is another purchase, so it gets a new key. A second press keeps the key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key belongs to exactly these
  useEffect(() => {
    idempotencyKey.current = crypto.randomUUID();
  }, [plan, method]);

  if (!shown) return null;
  const leaving = buy.isPending || buy.isSuccess;
  return (
    <Dialog
      open={plan !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`${renews ? 'Renovar' : 'Assinar'} ${shown.name}`}
      size="sm"
      dismissable={!leaving}
      footer={
        <>
          <Button tone="quiet" disabled={leaving} onClick={onClose}>
            Voltar
          </Button>
          <Button pending={leaving} pendingLabel="Abrindo pagamento..." onClick={() => buy.mutate(shown._id)}>
            Pagar {money(shown.price)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          {renews
            ? 'Um mês a mais, contado a partir do fim do mês atual.'
            : 'Um mês do plano, a partir da confirmação do pagamento. O que resta de outro plano pago é somado pelo que vale. Não renova sozinho.'}
        </p>
        <RadioCards<OrderPaymentMethod>
          legend="Como pagar"
          value={method}
          onChange={setMethod}
          options={orderPaymentMethods.map((known) => {
            const Icon = icons[known];
            return { value: known, label: paymentMethodTexts[known], icon: <Icon aria-hidden="true" /> };
          })}
        />
        {buy.isError ? (
          <Alert tone="bad" assertive>
            {errorText(buy.error, 'Não foi possível abrir o pagamento. Tente novamente.')}
          </Alert>
        ) : null}
      </div>
    </Dialog>
  );
}
