import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@vitrine/contract/calls/address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { endSession } from '../../../http/session.ts';
import { isApexHost } from '../../../http/store.ts';
import { senderRules, slowDown } from '../../../http/throttle.ts';
import { clientOf } from '../client.ts';
import { changePassword, dropLoginsAfterReset, forgotPassword, resetPassword } from '../password/change-password.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { bearerCaller } from './bearer-caller.ts';
import { deviceCookie, deviceIdOf } from './device.ts';
import { logIn } from './log-in.ts';
import { carriesState, clearedLoginCookie, loginCookie } from './login-cookie.ts';
import { finishOauth, startOauth } from './oauth-login.ts';
import { register } from './register.ts';

const done = { success: true as const };

/** These answers take at least this long, so that the time does not say whether an account exists. */
const EVEN_MS = 300;

/** Login, registration, logout and passwords (SPEC.md section 7; DECISIONS.md, Accounts). */
export async function loginRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const https = config.publicUrl.startsWith('https:');

  /** The client of a login and its browser's id. The answer sets the id's cookie again. */
  const enteringOf = (request: FastifyRequest, reply: FastifyReply) => {
    const device = deviceIdOf(request.headers.cookie, https);
    reply.header('set-cookie', deviceCookie(device, https));
    return { ...clientOf(request), device };
  };

  serve(app, 'POST /login', ({ body, request, reply }) => logIn(deps, body, enteringOf(request, reply)));

  serve(app, 'POST /login/register', async ({ body, request }) => {
    // A known address takes other work than a new one, and the time must not say which it was.
    await takingAtLeast(EVEN_MS, register(deps, body, clientOf(request)));
    return done;
  });

  for (const provider of ['discord', 'google'] as const) {
    serve(app, `GET /login/${provider}/start`, async ({ request, reply }) => {
      // The provider returns to the apex, so the cookie must belong to the apex.
      if (!isApexHost(request.headers.host, config.domain)) {
        return reply.redirect(`${config.publicUrl}${addressOf(`GET /login/${provider}/start`)}`);
      }
      await slowDown(db, senderRules('oauth-start', request.ip, { limit: 100, seconds: 300 }));
      const started = await startOauth(deps, provider);
      if (!started) return reply.redirect(`${config.publicUrl}/profile?error=login_not_configured`);
      return reply.header('set-cookie', loginCookie(config.secret, started.state, https)).redirect(started.url);
    });

    serve(app, `POST /login/${provider}`, async ({ body: { code, state }, request, reply }) => {
      await slowDown(db, senderRules('oauth', request.ip, { limit: 100, seconds: 300 }));
      if (!state || !carriesState(config.secret, request.headers.cookie, state, https)) {
        throw new Refusal(provider === 'discord' ? 'discord_code_invalid' : 'google_code_invalid');
      }
      clearCookie(reply, https);
      const caller = await bearerCaller(db, request);
      return await finishOauth(deps, provider, { code, state, client: enteringOf(request, reply), caller });
    });

    serve(app, `POST /account/link/${provider}`, async ({ caller, reply }) => {
      await slowDown(db, [{ key: `oauth-link:${caller.accountId}`, limit: 20, seconds: 300 }]);
      const started = await startOauth(deps, provider, { link: caller.accountId });
      if (!started) throw new Refusal('login_not_configured');
      reply.header('set-cookie', loginCookie(config.secret, started.state, https));
      return { ...done, url: started.url };
    });
  }

  serve(app, 'POST /logout', async ({ caller: { accountId, sessionId }, request }) => {
    const ended = await endSession(db, accountId, sessionId);
    if (ended) await recordSecurity(db, { accountId, kind: 'logout', client: clientOf(request) });
    return done;
  });

  serve(app, 'POST /password/forgot', async ({ body, request }) => {
    await takingAtLeast(EVEN_MS, forgotPassword(deps, body.email, clientOf(request)));
    return done;
  });

  serve(app, 'POST /password/reset', async ({ body, request }) => ({
    ...done,
    ...(await resetPassword(deps, body, clientOf(request))),
  }));

  serve(app, 'POST /password/reset/logins', async ({ body, request }) => ({
    ...done,
    ...(await dropLoginsAfterReset(deps, body.token, clientOf(request))),
  }));

  serve(app, 'POST /password/change', async ({ caller, body, request }) => ({
    ...done,
    ...(await changePassword(deps, caller, body, clientOf(request))),
  }));
}

function clearCookie(reply: FastifyReply, https: boolean): void {
  reply.header('set-cookie', clearedLoginCookie(https));
}

/** Waits for the work and at least this long. A refusal of the work is thrown after that time too. */
async function takingAtLeast(ms: number, work: Promise<void>): Promise<void> {
  const [outcome] = await Promise.allSettled([work, delay(ms)]);
  if (outcome.status === 'rejected') throw outcome.reason;
}
