import { z } from 'zod';
import { actionTargets } from './action-types.ts';
import { Done, id, instant, requiredText, StoreScope, text } from './common.ts';
import { limits } from './limits.ts';
import { exclusions, resendableStates, resendChanges, resendJobStates } from './resend-words.ts';

export * from './resend-words.ts';

/** Resending goods that were delivered, by a job: a wiped city, a lost character. */

/** A filter for deliveries of a store. A field that is left out narrows nothing. */
export const deliveryFilter = {
  /** The delivery ended in this span, or changed last in it while it is open. */
  from: instant.optional(),
  until: instant.optional(),
  productId: id.optional(),
  /** A game server of the store: only what goes to it. */
  serverId: id.optional(),
  /** The receiver's id, of any kind, or Discord id. */
  player: text(64).optional(),
  /** Number of the order, receiver, or the beginning of words of the buyer's name or e-mail. */
  search: text(100).optional(),
};
export const DeliveryFilter = z.object(deliveryFilter);
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

const resendFilter = {
  ...deliveryFilter,
  /** Only these deliveries, picked by hand. */
  ids: z.array(id).min(1).max(limits.listDefault).optional(),
  states: z.array(z.enum(resendableStates)).min(1, 'Escolha ao menos um estado.').max(resendableStates.length),
  /** City id of the same player's new character: the goods and their rights go there. Only for goods of one player. */
  toClient: z.number().int().min(1).max(limits.cityIdMax).optional(),
};
export const ResendFilter = z.object(resendFilter);
export type ResendFilter = z.infer<typeof ResendFilter>;

/** POST /v1/deliveries/resends/plan */
export const ResendPlan = StoreScope.extend(resendFilter);

/** POST /v1/deliveries/resends/start */
export const ResendStart = StoreScope.extend(resendFilter).extend({
  reason: requiredText(limits.resendReasonMax, 'Informe o motivo do reenvio.'),
  /** `asOf` of the plan that the person saw: the job leaves out what ended later. */
  asOf: instant,
});

/** POST /v1/deliveries/resends/change */
export const ResendChangeBody = StoreScope.extend({ id, change: z.enum(resendChanges) });

const count = z.number().int();

/** POST /v1/deliveries/resends/plan */
export const ResendPlanAnswer = Done.extend({
  asOf: instant,
  /** Deliveries that would be sent again. */
  total: count,
  /** Different receivers among them. */
  players: count,
  resend: z.array(
    z.object({ target: z.enum(actionTargets), type: z.string(), state: z.enum(resendableStates), count }),
  ),
  excluded: z.array(z.object({ reason: z.enum(exclusions), count })),
  /** The filter names more deliveries than one job may look at. Then none are counted, and none can be sent. */
  more: z.boolean(),
});
export type ResendPlanAnswer = z.infer<typeof ResendPlanAnswer>;

export const ResendJob = z.object({
  id,
  state: z.enum(resendJobStates),
  reason: z.string(),
  /** Name of the person who began it. */
  actor: z.string(),
  /** Deliveries that its plan counted. */
  total: count,
  /** Sent again so far, and left out so far. */
  resent: count,
  excluded: count,
  /** Taken back from the queue after a cancellation. */
  withdrawn: count,
  /** Of those sent again: new ones that no server has begun, arrived ones, and those in need of a person. */
  waiting: count,
  arrived: count,
  problem: count,
  createdAt: instant,
  /** Null while it runs, is paused, or takes back what waits after a cancellation. */
  finishedAt: instant.nullable(),
});
export type ResendJob = z.infer<typeof ResendJob>;

/** POST /v1/deliveries/resends: newest first. */
export const ResendJobsAnswer = Done.extend({ jobs: z.array(ResendJob) });
/** POST /v1/deliveries/resends/start and /change */
export const ResendJobAnswer = Done.extend({ job: ResendJob });
