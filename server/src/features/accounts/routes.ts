import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { endSession, endSessions, renewToken } from '../../http/session.ts';
import { slowDown } from '../../http/throttle.ts';
import { deviceName, userOnWire } from './account.ts';
import { clientOf } from './client.ts';
import { askForEmail, verifyEmail } from './email/change-email.ts';
import { restoreEmail } from './email/restore-email.ts';
import { ownDataRoutes } from './own-data/own-data-routes.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { warn } from './password/change-password.ts';
import { findAccount, listSessions, lockAccount } from './queries.ts';
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

const done = { success: true as const };

/** The caller's own account: profile, devices, e-mail, second factor, own data (DECISIONS.md, Accounts). */
export async function accountsRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  await loginRoutes(app, deps);
  await confirmRoutes(app, deps);
  await passkeyRoutes(app, deps);
  await factorRecoveryRoutes(app, deps);
  await secondFactorRoutes(app, deps);
  await ownDataRoutes(app, deps);
  await securityRoutes(app, deps);

  serve(app, 'GET /config', async () => ({
    ...done,
    domain: config.domain,
    google: isConfigured(config, 'google'),
    discord: isConfigured(config, 'discord'),
  }));

  serve(app, 'GET /profile', ({ caller }) => readProfile(db, config, caller.accountId));

  serve(app, 'POST /account/edit', async ({ caller: { accountId }, body: { name } }) => {
    await db
      .updateTable('account')
      .set({ name })
      .where('id', '=', accountId)
      // A deleted account keeps its row, and a call that was under way must not write a name into it.
      .where('deleted_at', 'is', null)
      .execute();
    const account = await findAccount(db, accountId);
    if (!account) throw new Refusal('unauthenticated');
    return { ...done, user: userOnWire(account, config.discord.cdnUrl) };
  });

  serve(app, 'GET /account/sessions', async ({ caller: { accountId, sessionId } }) => {
    const rows = await listSessions(db, accountId);
    const sessions = rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      device: deviceName(row.user_agent),
      current: row.id === sessionId,
    }));
    return { ...done, sessions };
  });

  serve(app, 'DELETE /account/sessions/:id', async ({ caller: { accountId }, params, request }) => {
    const ended = await endSession(db, accountId, params.id);
    if (!ended) throw new Refusal('not_found');
    await recordSecurity(db, { accountId, kind: 'session_ended', client: clientOf(request) });
    return done;
  });

  /** Ends every device but this one. This one gets a new token, so copies of its former token end too. */
  serve(app, 'DELETE /account/sessions', async ({ caller: { accountId, sessionId }, request }) => {
    return await transaction(db, async (tx) => {
      const ended = await endSessions(tx, accountId, sessionId);
      // Without other devices nothing happened, and empty entries would hide the important ones.
      if (ended > 0) await recordSecurity(tx, { accountId, kind: 'sessions_ended', client: clientOf(request) });
      return { ...done, token: await renewToken(tx, sessionId) };
    });
  });

  for (const provider of ['discord', 'google'] as const) {
    serve(app, `POST /account/unlink/${provider}`, async ({ caller, request }) => {
      const { accountId } = caller;
      await slowDown(db, [{ key: `unlink:${accountId}`, limit: 20, seconds: 3600 }]);
      const user = await transaction(db, async (tx) => {
        const unlinked = await unlinkIdentity(tx, provider, caller);
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
      return { ...done, user };
    });
  }

  serve(app, 'POST /email/verify', async ({ body, request }) => {
    const caller = await bearerCaller(db, request);
    return { ...done, ...(await verifyEmail(deps, body, caller, clientOf(request))) };
  });

  serve(app, 'POST /email/restore', async ({ body, request }) => ({
    ...done,
    resetToken: await restoreEmail(deps, body.token, clientOf(request)),
  }));

  serve(app, 'POST /account/email', async ({ caller, body, request }) => {
    await askForEmail(deps, caller, body.email, clientOf(request));
    return done;
  });

  serve(app, 'POST /email/resend', async ({ caller: { accountId } }) => {
    await slowDown(db, [{ key: `verify-mail:${accountId}`, limit: 3, seconds: 900 }]);
    await transaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account?.email || account.email_verified_at) return;
      await sendVerification(tx, config, { ...account, email: account.email });
    });
    return done;
  });
}
