import { postNewsJob } from './features/alerts/jobs.ts';
import { rconTask } from './features/city/rcon/jobs.ts';
import { resendTask } from './features/deliveries/resend/run-resend.ts';
import {
  checkTokenJob,
  deliverDiscordJob,
  guildJob,
  lookJob,
  memberJob,
  setUpDiscordJob,
} from './features/discord/jobs.ts';
import { fileTask } from './features/exports/files/make-file.ts';
import { sendMailJob } from './features/mail/jobs.ts';
import { attachReceipt } from './features/orders/receipt/attach-receipt.ts';
import { expireTask, reconcileTask, refundTask, settleTask } from './features/payments/jobs.ts';
import { sendPushJob } from './features/push/jobs.ts';
import { checkSubscriptionTask } from './features/subscription/jobs.ts';
import type { TaskName } from './jobs/payloads.ts';
import type { Task } from './jobs/task.ts';

/** All jobs, with what each does. The schema of its payload is in payloads.ts. */
export const tasks: { [N in TaskName]: Task<N> } = {
  'mail.send': { run: sendMailJob(attachReceipt), concurrency: 8, perStore: 3 },
  'payments.settle': settleTask,
  'payments.reconcile': reconcileTask,
  'payments.expire': expireTask,
  'payments.refund': refundTask,
  'push.send': { run: sendPushJob, concurrency: 16, perStore: 6, retries: 0 },
  'subscription.check': checkSubscriptionTask,
  'alerts.post': { run: postNewsJob, concurrency: 16, perStore: 1, retries: 0 },
  'city.rcon': rconTask,
  'deliveries.resend': resendTask,
  'exports.file': fileTask,
  'discord.deliver': { run: deliverDiscordJob, concurrency: 16, perStore: 1 },
  'discord.guild': { run: guildJob, retries: 5 },
  // Most of a look is its wait for a turn among all servers.
  'discord.look': { run: lookJob, concurrency: 64, retries: 0 },
  'discord.member': { run: memberJob, concurrency: 16, retries: 0 },
  'discord.check': { run: checkTokenJob, retries: 0 },
  'discord.setup': { run: setUpDiscordJob },
};
