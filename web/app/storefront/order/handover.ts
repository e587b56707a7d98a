import type { Handover } from '@vitrine/contract/orders';

/** What the buyer reads of the delivery, by who makes it: nobody is promised a delivery that nothing makes. */
interface HandoverTexts {
  /** Below the title of an unpaid order. */
  pending: string;
  /** The last step of paying a Pix. */
  pix: string;
  /** Below the title of a paid order. */
  paid: string;
}

export const handoverTexts: Record<Handover, HandoverTexts> = {
  automatic: {
    pending: 'Assim que o pagamento for confirmado, a entrega começa e esta página muda sozinha.',
    pix: 'Confira o valor e confirme. A entrega começa em seguida.',
    paid: 'Obrigado pela sua compra! Acompanhe a entrega aqui embaixo.',
  },
  mixed: {
    pending:
      'Assim que o pagamento for confirmado, a entrega automática começa e esta página muda sozinha. O resto a própria loja entrega.',
    pix: 'Confira o valor e confirme. A entrega automática começa em seguida. O resto a própria loja entrega.',
    paid: 'Obrigado pela sua compra! Acompanhe a entrega aqui embaixo.',
  },
  by_hand: {
    pending:
      'Assim que o pagamento for confirmado, esta página muda sozinha. A própria loja entrega o que você comprou.',
    pix: 'Confira o valor e confirme. Depois do pagamento, a própria loja entrega o que você comprou.',
    paid: 'Obrigado pela sua compra! A própria loja entrega o que você comprou.',
  },
};

/** A late payment may complete the order or go back, so whoever has paid waits, and does not pay again. */
export const paidLateText =
  'Se você já pagou, não pague de novo: quando o pagamento chegar, esta página diz se o pedido valeu ou se o valor volta para você.';
