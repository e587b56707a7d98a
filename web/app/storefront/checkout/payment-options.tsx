import { orderPaymentMethods, paymentMethodTexts } from '@vitrine/contract/order-words';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import { CreditCard, QrCode, Wallet } from 'lucide-react';

const details: Record<OrderPaymentMethod, { icon: typeof QrCode; text: string }> = {
  pix: { icon: QrCode, text: 'QR Code ou copia e cola, aprovado em segundos' },
  credit_card: { icon: CreditCard, text: 'Você digita os dados no site do Mercado Pago' },
  mercado_pago_checkout_pro: { icon: Wallet, text: 'Saldo, cartão ou Pix pela sua conta' },
};

interface PaymentOptionsProps {
  /** The methods that the store can receive now. */
  available: readonly OrderPaymentMethod[];
  value: OrderPaymentMethod | '';
  onChange: (method: OrderPaymentMethod) => void;
}

/** SPEC.md's three payment options. An option that the store cannot receive stays visible and says so. */
export function PaymentOptions({ available, value, onChange }: PaymentOptionsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Forma de pagamento</legend>
      {orderPaymentMethods.map((method) => {
        const { icon: Icon, text } = details[method];
        const offered = available.includes(method);
        return (
          <label key={method} className="pay-option">
            <input
              type="radio"
              name="paymentMethod"
              value={method}
              checked={value === method}
              disabled={!offered}
              onChange={() => onChange(method)}
              className="size-5 shrink-0 accent-(--accent)"
            />
            <span className="min-w-0 grow">
              <span className={`block font-semibold ${offered ? '' : 'text-muted'}`}>{paymentMethodTexts[method]}</span>
              <span className="block text-small text-muted">{offered ? text : 'Indisponível nesta loja agora'}</span>
            </span>
            <Icon className="size-6 shrink-0 text-muted" aria-hidden="true" />
          </label>
        );
      })}
    </fieldset>
  );
}
