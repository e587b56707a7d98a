import { setTimeout as delay } from 'node:timers/promises';
import { Login, OauthLogin, PasswordChange, PasswordForgot, PasswordReset } from '@vitrine/contract/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { findCaller } from '../../http/session.ts';
import { isApexHost } from '../../http/store.ts';
import { changePassword, forgotPassword, resetPassword } from './change-password.ts';
import { type Client, logIn } from './log-in.ts';
import { carriesState, clearedLoginCookie, loginCookie } from './login-cookie.ts';
import { finishOauth, startOauth } from './oauth-login.ts';
import { endSession } from './queries.ts';
import { register } from './register.ts';
import { slowDown } from './throttle.ts';

const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});

/** Answers of these take at least so long: what was found must not be told by the time it took. */
const FORGOT_MS = 300;

/** Login, registration, logout and passwords (SPEC.md section 7; DECISIONS.md, Accounts). */
export async function loginRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const https = config.publicUrl.startsWith('https:');

  app.post('/v1/login', { schema: { body: Login }, config: { access: 'public' } }, (request) =>
    logIn(deps, request.body, clientOf(request)),
  );

  // Any object is let in: what is wrong with it is answered as a list of texts.
  const loose = z.record(z.string(), z.unknown());
  app.post('/v1/login/register', { schema: { body: loose }, config: { access: 'public' } }, async (request) => {
    await register(deps, request.body, clientOf(request));
    return { success: true as const };
  });

  for (const provider of ['discord', 'google'] as const) {
    app.get(`/v1/login/${provider}/start`, { config: { access: 'public' } }, async (request, reply) => {
      // The cookie must be the apex's, where the provider returns to.
      if (!isApexHost(request.headers.host, config.domain)) {
        return reply.redirect(`${config.publicUrl}/v1/login/${provider}/start`);
      }
      await slowDown(db, [{ key: `oauth-start:${request.ip}`, limit: 100, seconds: 300 }]);
      const started = await startOauth(deps, provider);
      if (!started) return reply.redirect(`${config.publicUrl}/profile?error=login_not_configured`);
      return reply.header('set-cookie', loginCookie(config.secret, started.state, https)).redirect(started.url);
    });

    app.post(
      `/v1/login/${provider}`,
      { schema: { body: OauthLogin }, config: { access: 'public' } },
      async (request, reply) => {
        await slowDown(db, [{ key: `oauth:${request.ip}`, limit: 100, seconds: 300 }]);
        const { code, state } = request.body;
        if (!state || !carriesState(config.secret, request.headers.cookie, state)) {
          throw new Refusal(provider === 'discord' ? 'discord_code_invalid' : 'google_code_invalid');
        }
        clearCookie(reply, https);
        const caller = await bearerCaller(deps, request);
        return await finishOauth(deps, provider, { code, state, userAgent: clientOf(request).userAgent, caller });
      },
    );

    app.post(`/v1/account/link/${provider}`, { config: { access: 'account' } }, async (request, reply) => {
      const caller = callerOf(request);
      await slowDown(db, [{ key: `oauth-link:${caller.accountId}`, limit: 20, seconds: 300 }]);
      const started = await startOauth(deps, provider, caller.accountId);
      if (!started) throw new Refusal('login_not_configured');
      reply.header('set-cookie', loginCookie(config.secret, started.state, https));
      return { success: true as const, url: started.url };
    });
  }

  app.post('/v1/logout', { config: { access: 'account' } }, async (request) => {
    const { accountId, sessionId } = callerOf(request);
    await endSession(db, accountId, sessionId);
    return { success: true as const };
  });

  app.post(
    '/v1/password/forgot',
    { schema: { body: PasswordForgot }, config: { access: 'public' } },
    async (request) => {
      const asked = forgotPassword(deps, request.body.email, clientOf(request));
      await Promise.all([asked, delay(FORGOT_MS)]);
      return { success: true as const };
    },
  );

  app.post('/v1/password/reset', { schema: { body: PasswordReset }, config: { access: 'public' } }, async (request) => {
    await resetPassword(deps, request.body, clientOf(request));
    return { success: true as const };
  });

  app.post(
    '/v1/password/change',
    { schema: { body: PasswordChange }, config: { access: 'account' } },
    async (request) => {
      await changePassword(deps, callerOf(request), request.body);
      return { success: true as const };
    },
  );
}

function clearCookie(reply: FastifyReply, https: boolean): void {
  reply.header('set-cookie', clearedLoginCookie(https));
}

/** Who is logged in, on a route that lets everybody in. */
async function bearerCaller({ db }: Deps, request: FastifyRequest) {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const caller = token ? await findCaller(db, token) : undefined;
  return caller && token ? { ...caller, token } : undefined;
}
