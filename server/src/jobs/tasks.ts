import type { Deps } from '../deps.ts';
import { checkTokenJob, deliverDiscordJob, guildJob, setUpDiscordJob } from '../features/discord/jobs.ts';
import { sendMailJob } from '../features/mail/jobs.ts';
import { expireTask, reconcileTask, refundTask, settleTask } from '../features/payments/jobs.ts';
import { checkSubscriptionTask } from '../features/subscription/jobs.ts';
import type { Payload, TaskName } from './payloads.ts';

/** What a running job knows about its own run. */
export interface Attempt {
  /** 1 for the first run. */
  number: number;
  /** True when a failure of this run is final. */
  last: boolean;
  /** Aborted when the process must end before the job. The job then runs again elsewhere. */
  signal: AbortSignal;
}

export interface TaskOptions {
  /** Most jobs of this task at once in one process; 4 by default. */
  concurrency?: number;
  /** Most jobs of this task at once for one store, over all processes; no limit by default. */
  perStore?: number;
  /** Attempts after the first, with growing pauses of up to five minutes; 20 (about an hour) by default. */
  retries?: number;
  /** Longest time of one attempt; 60 by default. */
  timeoutSeconds?: number;
}

/** A function that may be repeated at any point: after a crash, a lost connection or a failure it runs again. */
export type Run<P> = (deps: Deps, payload: P, attempt: Attempt) => Promise<void>;
export type Task<N extends TaskName> = TaskOptions & { run: Run<Payload<N>> };

/** All jobs, with what each does. The schema of its payload is in payloads.ts. */
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
