import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import { CreditCard, QrCode, ShieldCheck, Wallet } from 'lucide-react';
import { paceText } from './offer.ts';

const marks = {
  pix: { Icon: QrCode, text: 'Pix' },
  credit_card: { Icon: CreditCard, text: 'Cartão' },
  mercado_pago_checkout_pro: { Icon: Wallet, text: 'Mercado Pago' },
} as const satisfies Record<OrderPaymentMethod, object>;

interface PromiseProps {
  methods: readonly OrderPaymentMethod[];
  /** Half of the store's deliveries arrived within this time; null where too few are known. */
  medianSeconds: number | null;
  /** Whether something of the product is delivered by itself. */
  delivers: boolean;
}

/** At the buttons: how one can pay here, and what happens then. */
export function Promises({ methods, medianSeconds, delivers }: PromiseProps) {
  const pace = medianSeconds === null ? '' : ` ${paceText(medianSeconds)}`;
  return (
    <div className="mt-4 text-small text-muted">
      {methods.length > 0 ? (
        <ul aria-label="Formas de pagamento" className="flex flex-wrap gap-2">
          {methods.map((method) => {
            const { Icon, text } = marks[method];
            return (
              <li key={method} className="flex items-center gap-1.5 rounded-control border border-line px-2.5 py-0.5">
                <Icon className="size-4" aria-hidden="true" />
                {text}
              </li>
            );
          })}
        </ul>
      ) : null}
      <p className="mt-3 flex gap-2 text-pretty">
        <ShieldCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden="true" />
        <span>
          {delivers
            ? `Pagou, a entrega começa sozinha e você acompanha cada etapa na tela.${pace}`
            : 'Depois do pagamento, a própria loja entrega este produto. A página do pedido guarda o comprovante.'}
        </span>
      </p>
    </div>
  );
}
