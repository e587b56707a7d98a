import { z } from 'zod';

/** The parts of Mercado Pago's answers that we read, checked before use like any other input. */

/** Ids are numbers or texts on the wire, and texts inside. */
const Id = z.union([z.string().min(1).max(100), z.number().int()]).transform(String);
const maybeText = z
  .string()
  .max(2000)
  .nullish()
  .catch(null)
  .transform((value) => value || null);
const maybeDate = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value && !Number.isNaN(Date.parse(value)) ? new Date(value) : null));
/** A JSON number of reais; Orders sends a decimal text. */
const centavos = z
  .union([z.number(), z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)])
  .transform((value) => Math.round(Number(value) * 100));
const url = z.url({ protocol: /^https?$/ }).max(2000);

export const Me = z.object({
  id: Id,
  nickname: z.string().catch(''),
  email: z.string().catch(''),
  site_id: z.string(),
  tags: z.array(z.string()).catch([]),
});
export type Me = z.output<typeof Me>;

export const PaymentMethods = z.array(
  z.object({ id: z.string(), payment_type_id: z.string().catch(''), status: z.string().catch('') }),
);
export type PaymentMethods = z.output<typeof PaymentMethods>;

export const Refund = z.object({ id: Id, status: z.string().max(50), amount: centavos.optional() });
export type Refund = z.output<typeof Refund>;

export const Payment = z.object({
  id: Id,
  status: z.string().max(50),
  status_detail: maybeText,
  transaction_amount: centavos,
  transaction_amount_refunded: centavos.nullish().catch(0),
  currency_id: maybeText,
  collector_id: Id.nullish(),
  external_reference: maybeText,
  date_last_updated: maybeDate,
  date_of_expiration: maybeDate,
  payment_method_id: maybeText,
  refunds: z.array(Refund).catch([]).default([]),
  point_of_interaction: z
    .object({
      transaction_data: z
        .object({ qr_code: maybeText, ticket_url: url.nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});
export type Payment = z.output<typeof Payment>;

export const PaymentSearch = z.object({ results: z.array(Payment) });

const OrderPayment = z.object({
  id: Id,
  status: z.string().max(50).catch(''),
  amount: centavos.optional(),
  paid_amount: centavos.optional(),
  date_of_expiration: maybeDate,
  payment_method: z
    .object({ qr_code: maybeText, ticket_url: url.nullish().catch(null) })
    .nullish()
    .catch(null),
});
export const Order = z.object({
  id: Id,
  user_id: Id.nullish(),
  status: z.string().max(50),
  status_detail: maybeText,
  external_reference: maybeText,
  total_amount: centavos,
  total_paid_amount: centavos.nullish().catch(null),
  currency: maybeText,
  last_updated_date: maybeDate,
  transactions: z
    .object({
      payments: z.array(OrderPayment).catch([]).default([]),
      refunds: z
        .array(z.object({ id: Id, status: z.string().max(50).catch(''), amount: centavos }))
        .catch([])
        .default([]),
    })
    .catch({ payments: [], refunds: [] }),
});
export type Order = z.output<typeof Order>;

export const Preference = z.object({
  id: Id,
  init_point: url,
  external_reference: maybeText,
  collector_id: Id.nullish(),
});
export type Preference = z.output<typeof Preference>;

export const PreferenceSearch = z.object({
  elements: z
    .array(z.object({ id: Id }))
    .nullish()
    .transform((list) => list ?? []),
});
