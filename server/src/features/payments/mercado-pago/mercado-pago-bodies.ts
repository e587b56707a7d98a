import { toReais } from '@vitrine/contract/money';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import { foldAccents } from '@vitrine/contract/text-search';
import { type PreferenceItem, providerDate } from '../../../integrations/mercado-pago/client.ts';

/** Everything that a charge is made of, for a shopper's order and for a store's plan. Pure. */
export interface Charge {
  reference: string;
  /** `Pedido 1042`: the text that the payer reads. */
  title: string;
  /** Lines as sold; they are sent only if they sum to `totalCentavos`. */
  lines: { name: string; quantity: number; unitCentavos: number }[];
  totalCentavos: number;
  method: OrderPaymentMethod;
  payer: { email: string; name: string | null };
  /** When the offer to pay ends. */
  expiresAt: Date;
  /** When the charge began. The time until `expiresAt` is then the same on every retry. */
  createdAt: Date;
  /** Undefined where the provider could not reach the address. */
  noticeUrl: string | undefined;
  /** Pages to come back to; undefined where the provider would refuse them. */
  returnUrls: { success: string; pending: string; failure: string } | undefined;
  statement: string;
  metadata: Record<string, string>;
}

function payerOf({ payer }: Charge) {
  const [first, ...rest] = (payer.name ?? '').trim().split(/\s+/);
  return {
    email: payer.email,
    ...(first ? { first_name: first } : {}),
    ...(rest.length > 0 ? { last_name: rest.join(' ') } : {}),
  };
}

/** `POST /v1/payments` for Pix (facts/mercado-pago.md, 4). */
export function pixPaymentBody(charge: Charge): Record<string, unknown> {
  return {
    transaction_amount: toReais(charge.totalCentavos),
    description: charge.title,
    payment_method_id: 'pix',
    payer: payerOf(charge),
    external_reference: charge.reference,
    date_of_expiration: providerDate(charge.expiresAt),
    metadata: charge.metadata,
    ...(charge.noticeUrl ? { notification_url: charge.noticeUrl } : {}),
  };
}

const decimal = (centavos: number) => toReais(centavos).toFixed(2);

/** `POST /v1/orders` for Pix: amounts are texts, the deadline is a duration (facts/mercado-pago.md, 6). */
export function pixOrderBody(charge: Charge): Record<string, unknown> {
  const minutes = Math.round((charge.expiresAt.getTime() - charge.createdAt.getTime()) / 60_000);
  return {
    type: 'online',
    processing_mode: 'automatic',
    external_reference: charge.reference,
    total_amount: decimal(charge.totalCentavos),
    payer: { email: charge.payer.email },
    items: [{ title: charge.title, unit_price: decimal(charge.totalCentavos), quantity: 1 }],
    transactions: {
      payments: [
        {
          amount: decimal(charge.totalCentavos),
          payment_method: { id: 'pix', type: 'bank_transfer' },
          expiration_time: `PT${minutes}M`,
        },
      ],
    },
  };
}

/** What each method excludes. The account's balance cannot be excluded (facts/mercado-pago.md, 3). */
const excludedTypes: Record<OrderPaymentMethod, string[]> = {
  pix: ['credit_card', 'debit_card', 'prepaid_card', 'ticket', 'atm', 'digital_currency', 'digital_wallet'],
  credit_card: ['bank_transfer', 'ticket', 'atm', 'debit_card', 'prepaid_card', 'digital_currency', 'digital_wallet'],
  mercado_pago_checkout_pro: ['ticket', 'atm'],
};

/**
 * Lines whose sum is exactly the total. The provider refuses negative and zero prices, so a discounted order becomes
 * one line with the amount to pay.
 */
export function preferenceItems(charge: Pick<Charge, 'lines' | 'totalCentavos' | 'title'>): PreferenceItem[] {
  const sum = charge.lines.reduce((total, line) => total + line.unitCentavos * line.quantity, 0);
  const plain = sum === charge.totalCentavos && charge.lines.every((line) => line.unitCentavos > 0);
  const lines = plain ? charge.lines : [{ name: charge.title, quantity: 1, unitCentavos: charge.totalCentavos }];
  return lines.map((line) => ({
    title: line.name.slice(0, 120),
    quantity: line.quantity,
    unit_price: toReais(line.unitCentavos),
    currency_id: 'BRL',
  }));
}

/** `POST /checkout/preferences` (facts/mercado-pago.md, 3). */
export function preferenceBody(charge: Charge): Record<string, unknown> {
  return {
    items: preferenceItems(charge),
    payer: { email: charge.payer.email, ...(charge.payer.name ? { name: charge.payer.name } : {}) },
    external_reference: charge.reference,
    payment_methods: { excluded_payment_types: excludedTypes[charge.method].map((id) => ({ id })) },
    expires: true,
    expiration_date_to: providerDate(charge.expiresAt),
    ...(charge.method === 'pix' ? { date_of_expiration: providerDate(charge.expiresAt) } : {}),
    statement_descriptor: charge.statement,
    metadata: charge.metadata,
    ...(charge.noticeUrl ? { notification_url: charge.noticeUrl } : {}),
    ...(charge.returnUrls ? { back_urls: charge.returnUrls, auto_return: 'approved' } : {}),
  };
}

/** The name on the card's bill: at most 13 of A-Z, 0-9 and space. */
export function statementOf(name: string): string {
  const plain = foldAccents(name).toUpperCase();
  return (
    plain
      .replace(/[^A-Z0-9 ]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 13)
      .trim() || 'VITRINE'
  );
}
