import { type RecoveryAnswer, RecoveryStart, RecoveryToken } from '@vitrine/contract/factor-recovery';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { callerOf } from '../../../http/door.ts';
import type { Caller } from '../../../http/session.ts';
import { senderRules, slowDown } from '../../../http/throttle.ts';
import { type Client, clientOf } from '../client.ts';
import { recordRepeated } from '../security-log/record-security.ts';
import { provePassword } from '../sign-in/log-in.ts';
import { cancelOwnRecovery, cancelRecovery, finishRecovery, readRecovery, startRecovery } from './factor-recovery.ts';

/** A second factor whose device and recovery codes are lost: start, look, end, finish. */
export async function factorRecoveryRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const done = { success: true as const };
  const start = async (accountId: string, client: Client, caller?: Caller): Promise<RecoveryAnswer> => {
    await slowDown(db, [{ key: `factor-recovery:${accountId}`, limit: 5, seconds: 86_400 }]);
    const recovery = await transaction(db, (tx) => startRecovery(tx, config, accountId, client, caller));
    return { ...done, recovery };
  };

  // Throttled as a login, by the same counters, which a right password does not forgive: it tells as much about a password,
  // and lets nobody in. So it is noted each time as well.
  app.post(
    '/v1/login/factor-recovery',
    { schema: { body: RecoveryStart }, config: { access: 'public' } },
    async (request) => {
      const client = clientOf(request);
      const { account } = await provePassword(deps, request.body, client);
      await recordRepeated(db, { accountId: account.id, kind: 'password_passed', client });
      return await start(account.id, client);
    },
  );

  app.post('/v1/account/factor-recovery/start', { config: { access: 'account', stepUp: true } }, async (request) => {
    const caller = callerOf(request);
    return await start(caller.accountId, clientOf(request), caller);
  });

  app.get(
    '/v1/account/factor-recovery',
    { config: { access: 'account' } },
    async (request): Promise<RecoveryAnswer> => ({
      ...done,
      recovery: await readRecovery(db, callerOf(request).accountId),
    }),
  );

  app.post('/v1/account/factor-recovery/cancel', { config: { access: 'account' } }, async (request) => {
    await transaction(db, (tx) => cancelOwnRecovery(tx, config, callerOf(request).accountId, clientOf(request)));
    return done;
  });

  for (const [path, end] of [
    ['cancel', cancelRecovery],
    ['finish', finishRecovery],
  ] as const) {
    app.post(
      `/v1/login/factor-recovery/${path}`,
      { schema: { body: RecoveryToken }, config: { access: 'public' } },
      async (request) => {
        await slowDown(db, senderRules('factor-recovery-link', request.ip, { limit: 60, seconds: 900 }));
        await transaction(db, (tx) => end(tx, config, request.body.token, clientOf(request)));
        return done;
      },
    );
  }
}
