import type { Deps } from '../deps.ts';
import { checkTokenJob, deliverDiscordJob, guildJob, setUpDiscordJob } from '../features/discord/jobs.ts';
import { sendMailJob } from '../features/mail/jobs.ts';
import { expireTask, reconcileTask, refundTask, settleTask } from '../features/payments/jobs.ts';
import { checkSubscriptionTask } from '../features/subscription/jobs.ts';
import type { Payload, TaskName } from './payloads.ts';

/** What a running job knows about itself. */
export interface Attempt {
  /** 1 the first time. */
  number: number;
  /** True when a failure now is final: nothing will try again. */
  last: boolean;
  /** Aborted when the process must end before the job did; the job is then tried again elsewhere. */
  signal: AbortSignal;
}

export interface TaskOptions {
  /** Jobs of this task at once in one process; 4 when left out. */
  concurrency?: number;
  /** Jobs of this task at once for one store, over all processes; no limit when left out. */
  perStore?: number;
  /** Attempts after the first, with growing pauses up to five minutes; 20 (about an hour) when left out. */
  retries?: number;
  /** Longest time one attempt may take; 60 when left out. */
  timeoutSeconds?: number;
}

/** A function that may be repeated at any point: a crash, a lost connection or a retry runs it again. */
export type Run<P> = (deps: Deps, payload: P, attempt: Attempt) => Promise<void>;
export type Task<N extends TaskName> = TaskOptions & { run: Run<Payload<N>> };

/** The whole list: what each job does. Its payload's schema is in payloads.ts. */
export const tasks: { [N in TaskName]: Task<N> } = {
  'mail.send': { run: sendMailJob, concurrency: 8, perStore: 3 },
  'payments.settle': settleTask,
  'payments.reconcile': reconcileTask,
  'payments.expire': expireTask,
  'payments.refund': refundTask,
  'subscription.check': checkSubscriptionTask,
  'discord.deliver': { run: deliverDiscordJob, concurrency: 16, perStore: 1 },
  'discord.guild': { run: guildJob, retries: 5 },
  'discord.check': { run: checkTokenJob, retries: 0 },
  'discord.setup': { run: setUpDiscordJob },
};
