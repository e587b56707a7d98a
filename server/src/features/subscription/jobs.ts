import { transaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import type { Task } from '../../jobs/task.ts';
import { claimDuePlanPayments } from './queries.ts';
import { remindOfEnds } from './remind-of-ends.ts';
import { settleSubscription } from './settle-subscription.ts';

export const checkSubscriptionTask: Task<'subscription.check'> = {
  concurrency: 4,
  retries: 3,
  timeoutSeconds: 30,
  run: (deps, { reference }) => settleSubscription(deps, reference),
};

export const subscriptionSweeps: Sweep[] = [
  { name: 'subscription.reminders', every: 60, run: remindOfEnds },
  {
    name: 'subscription.payments',
    run: ({ db }) =>
      transaction(db, async (tx) => {
        for (const reference of await claimDuePlanPayments(tx)) await enqueue(tx, 'subscription.check', { reference });
      }),
  },
];
