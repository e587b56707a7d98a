import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { slowDown } from '../../../http/throttle.ts';
import { clientOf } from '../client.ts';
import { loginCookie } from '../sign-in/login-cookie.ts';
import { startOauth } from '../sign-in/oauth-login.ts';
import { confirmByPassword, confirmWays } from './confirm.ts';

const done = { success: true as const };

/** Step-up: a session proves again who uses it, before it changes money, ownership or the ways in. */
export async function confirmRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const https = config.publicUrl.startsWith('https:');

  serve(app, 'GET /account/confirm', ({ caller }) => confirmWays(deps, caller));

  serve(app, 'POST /account/confirm', async ({ caller, body, request }) => ({
    ...done,
    token: await confirmByPassword(deps, caller, body, clientOf(request)),
  }));

  for (const provider of ['discord', 'google'] as const) {
    serve(app, `POST /account/confirm/${provider}`, async ({ caller, reply }) => {
      await slowDown(db, [{ key: `oauth-confirm:${caller.sessionId}`, limit: 20, seconds: 300 }]);
      const started = await startOauth(deps, provider, { link: caller.accountId, confirm: caller.sessionId });
      if (!started) throw new Refusal('login_not_configured');
      reply.header('set-cookie', loginCookie(config.secret, started.state, https));
      return { ...done, url: started.url };
    });
  }
}
