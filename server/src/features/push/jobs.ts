import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import { sessionOpen } from '../../http/session.ts';
import type { Payload } from '../../jobs/payloads.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import type { Run } from '../../jobs/task.ts';
import { requeue } from './queue-push.ts';
import { KEPT_SECONDS, sendMessage } from './web-push.ts';

const AT_ONCE = 500;

/** Task `push.send`: sends one notice to one browser. */
export const sendPushJob: Run<Payload<'push.send'>> = (deps, { messageId }, { signal }) =>
  sendMessage(deps, messageId, signal);

/** Gives a new job to notices whose job was lost, and deletes notices that nobody could send in a day. */
export const pushSweep: Sweep = {
  name: 'push.due',
  async run({ db }) {
    await sql`delete from push_message where made_at < now() - make_interval(secs => ${KEPT_SECONDS})`.execute(db);
    await transaction(db, (tx) => requeue(tx, AT_ONCE));
  },
};

/** Deletes browsers whose session has ended. */
export const pushTidySweep: Sweep = {
  name: 'push.tidy',
  every: 3600,
  async run({ db }) {
    await sql`
      delete from push_subscription p using session, account
       where session.id = p.session_id and account.id = p.account_id and not ${sessionOpen}`.execute(db);
  },
};
