import { z } from 'zod';
import { storeIdOf } from '../http/store.ts';

const storeId = z.string().transform((id) => storeIdOf({ store_id: id }));

/**
 * Every job by name, with the schema of its payload: only ids, never data that the rows hold.
 * Jobs with a `storeId` take turns among stores. This file imports no feature, so that a verb can enqueue what
 * `tasks.ts` runs, without a cycle of imports.
 */
export const payloads = {
  'mail.send': z.object({ mailId: z.string(), storeId: z.string().optional() }),
  'alerts.post': z.object({ storeId }),
  'city.rcon': z.object({ storeId, seatId: z.string() }),
  'deliveries.resend': z.object({ storeId, jobId: z.string() }),
  'exports.file': z.object({ storeId, fileId: z.string() }),
  'discord.deliver': z.object({ storeId }),
  'discord.guild': z.object({ storeId }),
  'discord.look': z.object({ storeId }),
  'discord.member': z.object({ storeId, rightId: z.string() }),
  'discord.check': z.object({}),
  'discord.setup': z.object({}),
  'payments.settle': z.object({ storeId, noticeId: z.string() }),
  'payments.reconcile': z.object({ storeId, paymentId: z.string() }),
  'payments.expire': z.object({ storeId, orderId: z.string() }),
  'payments.refund': z.object({ storeId, refundId: z.string() }),
  'push.send': z.object({ messageId: z.string(), storeId: z.string().optional() }),
  'subscription.check': z.object({ reference: z.string() }),
} as const satisfies Record<string, z.ZodObject>;

export type TaskName = keyof typeof payloads;
/** The payload that a job's function gets. */
export type Payload<N extends TaskName> = z.output<(typeof payloads)[N]>;
