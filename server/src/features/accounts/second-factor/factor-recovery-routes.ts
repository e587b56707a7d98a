import type { RecoveryAnswer } from '@vitrine/contract/guard-answers';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import type { Caller } from '../../../http/session.ts';
import { senderRules, slowDown } from '../../../http/throttle.ts';
import { type Client, clientOf } from '../client.ts';
import { recordRepeated } from '../security-log/record-security.ts';
import { provePassword } from '../sign-in/log-in.ts';
import { cancelOwnRecovery, cancelRecovery, finishRecovery, readRecovery, startRecovery } from './factor-recovery.ts';

const done = { success: true as const };

/** The recovery of a second factor whose device and recovery codes are lost: start, read, cancel, finish. */
export async function factorRecoveryRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const start = async (accountId: string, client: Client, caller?: Caller): Promise<RecoveryAnswer> => {
    await slowDown(db, [{ key: `factor-recovery:${accountId}`, limit: 5, seconds: 86_400 }]);
    const recovery = await transaction(db, (tx) => startRecovery(tx, config, accountId, client, caller));
    return { ...done, recovery };
  };

  // This call says whether a password is right, so it shares the counters of logins, and a right password does not reset
  // them. It logs nobody in, so the security log notes each right password.
  serve(app, 'POST /login/factor-recovery', async ({ body, request }) => {
    const client = clientOf(request);
    const { account } = await provePassword(deps, body, client);
    await recordRepeated(db, { accountId: account.id, kind: 'password_passed', client });
    return await start(account.id, client);
  });

  serve(app, 'POST /account/factor-recovery/start', ({ caller, request }) =>
    start(caller.accountId, clientOf(request), caller),
  );

  serve(app, 'GET /account/factor-recovery', async ({ caller }) => ({
    ...done,
    recovery: await readRecovery(db, caller.accountId),
  }));

  serve(app, 'POST /account/factor-recovery/cancel', async ({ caller, request }) => {
    await transaction(db, (tx) => cancelOwnRecovery(tx, config, caller.accountId, clientOf(request)));
    return done;
  });

  for (const [path, end] of [
    ['cancel', cancelRecovery],
    ['finish', finishRecovery],
  ] as const) {
    serve(app, `POST /login/factor-recovery/${path}`, async ({ body, request }) => {
      await slowDown(db, senderRules('factor-recovery-link', request.ip, { limit: 60, seconds: 900 }));
      await transaction(db, (tx) => end(tx, config, body.token, clientOf(request)));
      return done;
    });
  }
}
