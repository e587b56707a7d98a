import {
  AccountEdit,
  AccountEmail,
  EmailRestore,
  type EmailRestoreAnswer,
  EmailVerify,
  type Session,
  type SessionToken,
} from '@vitrine/contract/accounts';
import type { PublicConfig } from '@vitrine/contract/pages';
import { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { renewToken } from '../../http/session.ts';
import { slowDown } from '../../http/throttle.ts';
import { deviceName, userOnWire } from './account.ts';
import { clientOf } from './client.ts';
import { askForEmail, verifyEmail } from './email/change-email.ts';
import { restoreEmail } from './email/restore-email.ts';
import { ownDataRoutes } from './own-data/own-data-routes.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { warn } from './password/change-password.ts';
import { endSession, endSessions, findAccount, listSessions, lockAccount } from './queries.ts';
import { readProfile } from './read-profile.ts';
import { factorRecoveryRoutes } from './second-factor/factor-recovery-routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { recordSecurity } from './security-log/record-security.ts';
import { securityRoutes } from './security-log/security-routes.ts';
import { unlinkIdentity } from './sign-in/adopt-identity.ts';
import { bearerCaller } from './sign-in/bearer-caller.ts';
import { loginRoutes } from './sign-in/login-routes.ts';
import { isConfigured } from './sign-in/oauth.ts';
import { sendVerification } from './sign-in/register.ts';
import { confirmRoutes } from './step-up/confirm-routes.ts';

/** One's own account: profile, devices, e-mail, second factor, own data (DECISIONS.md, Accounts). */
export async function accountsRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  await loginRoutes(app, deps);
  await confirmRoutes(app, deps);
  await passkeyRoutes(app, deps);
  await factorRecoveryRoutes(app, deps);
  await secondFactorRoutes(app, deps);
  await ownDataRoutes(app, deps);
  await securityRoutes(app, deps);

  app.get('/v1/config', { config: { access: 'public' } }, async (): Promise<PublicConfig> => {
    const { domain } = config;
    return {
      success: true,
      domain,
      google: isConfigured(config, 'google'),
      discord: isConfigured(config, 'discord'),
    };
  });

  app.get('/v1/profile', { config: { access: 'account' } }, (request) =>
    readProfile(db, config, callerOf(request).accountId),
  );

  app.post('/v1/account/edit', { schema: { body: AccountEdit }, config: { access: 'account' } }, async (request) => {
    const { accountId } = callerOf(request);
    await db
      .updateTable('account')
      .set({ name: request.body.name })
      .where('id', '=', accountId)
      // An erased row stays, and must not get a name from what was under way.
      .where('deleted_at', 'is', null)
      .execute();
    const account = await findAccount(db, accountId);
    if (!account) throw new Refusal('unauthenticated');
    return { success: true as const, user: userOnWire(account, config.discord.cdnUrl) };
  });

  app.get('/v1/account/sessions', { config: { access: 'account' } }, async (request) => {
    const { accountId, sessionId } = callerOf(request);
    const rows = await listSessions(db, accountId);
    const sessions: Session[] = rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      device: deviceName(row.user_agent),
      current: row.id === sessionId,
    }));
    return { success: true as const, sessions };
  });

  app.delete(
    '/v1/account/sessions/:id',
    { schema: { params: z.object({ id: z.string().max(40) }) }, config: { access: 'account' } },
    async (request) => {
      const ended = await endSession(db, callerOf(request).accountId, request.params.id);
      if (!ended) throw new Refusal('not_found');
      const { accountId } = callerOf(request);
      await recordSecurity(db, { accountId, kind: 'session_ended', client: clientOf(request) });
      return { success: true as const };
    },
  );

  /** Every device but this one, copies of its token included. */
  app.delete('/v1/account/sessions', { config: { access: 'account' } }, async (request) => {
    const { accountId, sessionId } = callerOf(request);
    return await transaction(db, async (tx): Promise<SessionToken> => {
      const ended = await endSessions(tx, accountId, sessionId);
      // Where there was none nothing happened: entries that say nothing would bury others.
      if (ended > 0) await recordSecurity(tx, { accountId, kind: 'sessions_ended', client: clientOf(request) });
      return { success: true, token: await renewToken(tx, sessionId) };
    });
  });

  for (const provider of ['discord', 'google'] as const) {
    app.post(`/v1/account/unlink/${provider}`, { config: { access: 'account', stepUp: true } }, async (request) => {
      const { accountId } = callerOf(request);
      await slowDown(db, [{ key: `unlink:${accountId}`, limit: 20, seconds: 3600 }]);
      const user = await transaction(db, async (tx) => {
        const unlinked = await unlinkIdentity(tx, provider, callerOf(request));
        const account = await findAccount(tx, accountId);
        if (!account) throw new Refusal('unauthenticated');
        const name = provider === 'discord' ? 'Discord' : 'Google';
        if (unlinked) {
          const event = { accountId, kind: 'identity_unlinked', client: clientOf(request) } as const;
          await recordSecurity(tx, { ...event, detail: { login: name } });
          await warn(tx, config, account, `O login com ${name} foi desvinculado da sua conta.`);
        }
        return userOnWire(account, config.discord.cdnUrl);
      });
      return { success: true as const, user };
    });
  }

  app.post('/v1/email/verify', { schema: { body: EmailVerify }, config: { access: 'public' } }, async (request) => {
    const caller = await bearerCaller(db, request);
    const ways = await verifyEmail(deps, request.body, caller, clientOf(request));
    return { success: true as const, ...ways };
  });

  app.post(
    '/v1/email/restore',
    { schema: { body: EmailRestore }, config: { access: 'public' } },
    async (request): Promise<EmailRestoreAnswer> => ({
      success: true,
      resetToken: await restoreEmail(deps, request.body.token, clientOf(request)),
    }),
  );

  app.post(
    '/v1/account/email',
    { schema: { body: AccountEmail }, config: { access: 'account', stepUp: true } },
    async (request) => {
      await askForEmail(deps, callerOf(request), request.body.email, clientOf(request));
      return { success: true as const };
    },
  );

  app.post('/v1/email/resend', { config: { access: 'account' } }, async (request) => {
    const { accountId } = callerOf(request);
    await slowDown(db, [{ key: `verify-mail:${accountId}`, limit: 3, seconds: 900 }]);
    await transaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account?.email || account.email_verified_at) return;
      await sendVerification(tx, config, { ...account, email: account.email });
    });
    return { success: true as const };
  });
}
