import { useMutation } from '@tanstack/react-query';
import { periodText } from '@vitrine/contract/plan-words';
import type { Plan, PlanOffer, SubscriptionPayment } from '@vitrine/contract/plans';
import { useEffect, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { call } from '../../lib/call.ts';
import { money } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useCurrentStoreId } from '../store/current-store.ts';
import { offerText, payableAddress } from './plan-texts.ts';

const PAY_TIMEOUT_MS = 30_000;

interface BuyDialogProps {
  plan: Plan | null;
  /** The store already has this plan, so the time is added. */
  renews: boolean;
  /** What each payment would give now. */
  offers: PlanOffer[];
  /** The store's pending payment. */
  open: SubscriptionPayment | null;
  onClose(): void;
}

type Period = '1' | '12';

/** A month or a year of a plan: the person sees what it gives, then the payment page opens, where the way to pay is chosen. */
export function BuyDialog({ plan, renews, offers, open, onClose }: BuyDialogProps) {
  const subdomain = useCurrentStoreId();
  const [period, setPeriod] = useState<Period>('1');
  const shown = useLast(plan);

  const { reset, ...buy } = useMutation({
    mutationFn: (planId: string) =>
      call('POST /subscription/create', {
        body: { planId, paymentMethod: 'mercado_pago_checkout_pro', months: period === '12' ? 12 : 1 },
        store: subdomain,
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

  if (!shown) return null;
  const leaving = buy.isPending || buy.isSuccess;
  const mine = offers.filter(({ planId }) => planId === shown._id);
  const offer = mine.find(({ months }) => String(months) === period) ?? mine[0];
  const other = open && offer && (open.plan !== shown.name || open.months !== offer.months) ? open : null;
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
            Pagar {money(offer?.price ?? shown.price)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {mine.length > 1 ? (
          <RadioCards<Period>
            legend="Por quanto tempo"
            value={period}
            onChange={setPeriod}
            options={mine.map(({ months, price }) => ({
              value: months === 12 ? '12' : '1',
              label: `${periodText(months)}: ${money(price)}`,
              ...(months === 12 && { help: `${money(price / 12)} por mês` }),
            }))}
          />
        ) : null}
        {offer ? <p role="status">{offerText(offer, shown.name)}</p> : null}
        <p className="text-small text-muted">
          Pix, cartão ou saldo: você escolhe na página do Mercado Pago. O plano não renova sozinho.
          {other ? ` O pagamento pendente de ${money(other.value)} do plano ${other.plan} será cancelado.` : ''}
        </p>
        {buy.isError ? (
          <Alert tone="bad" assertive>
            {errorText(buy.error, 'Não foi possível abrir o pagamento. Tente novamente.')}
          </Alert>
        ) : null}
      </div>
    </Dialog>
  );
}
