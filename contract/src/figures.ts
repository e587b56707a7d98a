import { z } from 'zod';
import { Done, id, subdomain } from './common.ts';
import { figureParts, figureRanges, figureSteps } from './figure-words.ts';
import { limits } from './limits.ts';
import { orderPaymentMethods } from './order-words.ts';

export type { FigureRange, FigureStep } from './figure-words.ts';

/** A day of the store's clock, `2026-11-26`. */
const day = z.iso.date('Informe um dia.');
/** A day that somebody asks for. The range before it must lie in the dates that the database can hold. */
const askedDay = day.refine((value) => value >= '1970-01-01', 'Informe um dia a partir de 1970.');

const span = z.object({
  subdomain: subdomain.optional(),
  range: z.enum(figureRanges),
  /** How the range is cut. A range of one day is cut into hours. */
  by: z.enum(figureSteps).default('day'),
  /** First and last day of `custom`. */
  from: askedDay.optional(),
  to: askedDay.optional(),
});

const DAY_MS = 86_400_000;
/** Why a custom range cannot be read: it lacks a day, ends before it begins, or is too long. */
function problemOf({ range, from, to }: z.infer<typeof span>): [field: string, message: string] | undefined {
  if (range !== 'custom') return undefined;
  if (from === undefined) return ['from', 'Informe o primeiro dia.'];
  if (to === undefined) return ['to', 'Informe o último dia.'];
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return ['to', 'O último dia vem antes do primeiro.'];
  return days > limits.figureDaysMax ? ['to', `Escolha até ${limits.figureDaysMax} dias.`] : undefined;
}

const checkDays = (value: z.infer<typeof span>, context: z.RefinementCtx): void => {
  const [field, message] = problemOf(value) ?? [];
  if (field && message) context.addIssue({ code: 'custom', path: [field], message });
};

/** POST /v1/figures */
export const FiguresQuery = span.superRefine(checkDays);
export type FiguresQuery = z.output<typeof FiguresQuery>;

/** POST /v1/figures/export */
export const FiguresExport = span.extend({ part: z.enum(figureParts) }).superRefine(checkDays);

const count = z.number().int();

/** What one span of days comes to. Money in reais. */
const Sums = z.object({
  /** What was sold less what was given back. */
  revenue: z.number(),
  sold: z.number(),
  /** Counted on the day on which it was given back, whenever it was sold. */
  refunded: z.number(),
  /** Orders that were paid. A later refund does not take them out. */
  orders: count,
  /** What an order was sold for on average; null without orders. */
  average: z.number().nullable(),
  /** Null where the visits up to this time of the day are not known. */
  visits: count.nullable(),
  /** Paid orders of a hundred visits; null without visits. */
  conversion: z.number().nullable(),
  /** Orders that were the first of their buyer. */
  firstOrders: count,
  /** All other orders. */
  returningOrders: count,
});
export type FigureSums = z.infer<typeof Sums>;

const Named = z.object({ name: z.string(), count });

export const FiguresAnswer = Done.extend({
  /** First and last day of the range, and of the one before it. */
  from: day,
  to: day,
  before: z.object({ from: day, to: day }),
  /** The range's end is now, so the range before was read up to the same time of its last day. */
  running: z.boolean(),
  now: Sums,
  former: Sums,
  /** The steps into which the range is cut. */
  step: z.enum(['hour', ...figureSteps]),
  /** Its parts in their order, without those that are still to come. */
  steps: z.array(
    z.object({
      /** The first day, or the hour of the day, `14`. */
      start: z.string(),
      revenue: z.number(),
      sold: z.number(),
      refunded: z.number(),
      orders: count,
      /** Revenue of the same part of the range before. */
      former: z.number(),
    }),
  ),
  methods: z.array(z.object({ method: z.enum(orderPaymentMethods), orders: count, value: z.number() })),
  /** The products that brought most, at the prices at which they were sold. */
  products: z.array(
    z.object({
      id,
      name: z.string(),
      units: count,
      value: z.number(),
      /** Units that went back in the range, with a part refund or with their whole order. */
      returned: count,
    }),
  ),
  /** Empty for a role that may not edit discounts. */
  coupons: z.array(z.object({ code: z.string(), orders: count, value: z.number(), discount: z.number() })),
  /** Marks beside the sums. */
  marks: z.object({
    /** Orders given by hand, which bring no money. */
    gifts: count,
    /** Orders that were given back whole. */
    refunded: count,
    /** Refunds of a part. */
    refundedInPart: count,
    chargebacks: count,
    /** Disputes that began. */
    disputes: count,
  }),
  deliveries: z.object({
    /** Deliveries that arrived by themselves, without a delay that the owner set. */
    arrived: count,
    /** Seconds from the payment within which half of them arrived; null where none did. */
    half: count.nullable(),
    /** Seconds within which 95 of 100 arrived. */
    most: count.nullable(),
    /** Deliveries that failed or became uncertain, repaired or not. */
    failed: count,
    /** Of these, those that still wait for somebody. */
    open: count,
    products: z.array(Named),
    causes: z.array(Named),
    servers: z.array(Named),
  }),
});
export type FiguresAnswer = z.infer<typeof FiguresAnswer>;
