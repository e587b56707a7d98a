import { z } from 'zod';

/**
 * Every job by name, with the schema of its payload: only ids, never data that the rows hold.
 * Jobs with a `storeId` take turns among stores. This file imports no feature, so that a verb can enqueue what
 * `tasks.ts` runs, without a cycle of imports.
 */
export const payloads = {
  'mail.send': z.object({ mailId: z.string(), storeId: z.string().optional() }),
  'discord.deliver': z.object({ storeId: z.string() }),
  'discord.guild': z.object({ storeId: z.string() }),
  'discord.check': z.object({}),
  'discord.setup': z.object({}),
  'payments.settle': z.object({ storeId: z.string(), noticeId: z.string() }),
  'payments.reconcile': z.object({ storeId: z.string(), paymentId: z.string() }),
  'payments.expire': z.object({ storeId: z.string(), orderId: z.string() }),
  'payments.refund': z.object({ storeId: z.string(), refundId: z.string() }),
  'subscription.check': z.object({ reference: z.string() }),
} as const satisfies Record<string, z.ZodObject>;

export type TaskName = keyof typeof payloads;
/** The payload that a job's function gets. */
export type Payload<N extends TaskName> = z.output<(typeof payloads)[N]>;
