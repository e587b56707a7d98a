import { AccountConfirm, type SessionToken } from '@vitrine/contract/accounts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { callerOf } from '../../../http/door.ts';
import { Refusal } from '../../../http/errors.ts';
import { slowDown } from '../../../http/throttle.ts';
import { clientOf } from '../client.ts';
import { loginCookie } from '../sign-in/login-cookie.ts';
import { startOauth } from '../sign-in/oauth-login.ts';
import { confirmByPassword, confirmWays } from './confirm.ts';

/** Step-up: a session says again who uses it, before what moves money, ownership or the ways in. */
export async function confirmRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const https = config.publicUrl.startsWith('https:');

  app.get('/v1/account/confirm', { config: { access: 'account' } }, (request) => confirmWays(deps, callerOf(request)));

  app.post(
    '/v1/account/confirm',
    { schema: { body: AccountConfirm }, config: { access: 'account' } },
    async (request): Promise<SessionToken> => ({
      success: true,
      token: await confirmByPassword(deps, callerOf(request), request.body, clientOf(request)),
    }),
  );

  for (const provider of ['discord', 'google'] as const) {
    app.post(`/v1/account/confirm/${provider}`, { config: { access: 'account' } }, async (request, reply) => {
      const caller = callerOf(request);
      await slowDown(db, [{ key: `oauth-confirm:${caller.sessionId}`, limit: 20, seconds: 300 }]);
      const started = await startOauth(deps, provider, { link: caller.accountId, confirm: caller.sessionId });
      if (!started) throw new Refusal('login_not_configured');
      reply.header('set-cookie', loginCookie(config.secret, started.state, https));
      return { success: true as const, url: started.url };
    });
  }
}
