import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { senderRules, slowDown } from '../../../http/throttle.ts';
import { mailName } from '../../mail/mail-names.ts';
import { clientOf } from '../client.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { deviceCookie, deviceIdOf } from '../sign-in/device.ts';
import { tellOwnChange } from '../tell-own-change.ts';
import { keepChallenge, takeChallenge } from './passkey-challenge.ts';
import {
  addPasskey,
  confirmByPasskey,
  listPasskeys,
  logInByPasskey,
  passkeyToMake,
  passkeyToUse,
  removePasskey,
} from './passkeys.ts';

/** Limit of passkey logins for one sender. */
const LOGINS = { limit: 100, seconds: 300 };

const done = { success: true as const };

/** A passkey's name in quotes, for a mail; empty if the name looks like a link. */
const quoted = (name: string) => {
  const shown = mailName(name, '');
  return shown && `"${shown}" `;
};

/** Passkeys: a confirmed session adds and removes them; people log in and confirm a session with them. */
export async function passkeyRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const https = config.publicUrl.startsWith('https:');
  const slow = (what: string, limit: number) => slowDown(db, [{ key: `passkey-${what}`, limit, seconds: 300 }]);

  serve(app, 'GET /account/passkeys', async ({ caller }) => ({
    ...done,
    passkeys: await listPasskeys(db, caller.accountId),
  }));

  // Only for a proven account: the address of an unproven one may be somebody else's, so it gets no way in before the proof.
  serve(app, 'POST /account/passkeys/start', async ({ caller: { accountId, sessionId }, reply }) => {
    await slow(`add:${accountId}`, 20);
    const options = await passkeyToMake(deps, accountId);
    const kept = { challenge: options.challenge, purpose: 'add' as const, sessionId };
    reply.header('set-cookie', await keepChallenge(db, kept, https));
    return { ...done, options };
  });

  serve(app, 'POST /account/passkeys', async ({ caller, body, request }) => {
    const expected = { purpose: 'add' as const, sessionId: caller.sessionId };
    const challenge = await takeChallenge(db, request.headers.cookie, expected, https);
    await transaction(db, async (tx) => {
      await addPasskey(tx, config, caller, body, challenge);
      const text = `A passkey ${quoted(body.name)}foi adicionada à sua conta: ela entra sem senha.`;
      await tellOwnChange(tx, config, request, 'passkey_added', text, { passkey: body.name });
    });
    return done;
  });

  serve(app, 'POST /account/passkeys/remove', async ({ caller, body, request }) => {
    await transaction(db, async (tx) => {
      const name = await removePasskey(tx, caller, body.id);
      const text = `A passkey ${quoted(name)}foi removida da sua conta.`;
      await tellOwnChange(tx, config, request, 'passkey_removed', text, { passkey: name });
    });
    return done;
  });

  serve(app, 'POST /login/passkey/start', async ({ request, reply }) => {
    await slowDown(db, senderRules('passkey-start', request.ip, LOGINS));
    const options = await passkeyToUse(config);
    const kept = { challenge: options.challenge, purpose: 'login' as const, sessionId: null };
    reply.header('set-cookie', await keepChallenge(db, kept, https));
    return { ...done, options };
  });

  serve(app, 'POST /login/passkey', async ({ body, request, reply }) => {
    await slowDown(db, senderRules('passkey-login', request.ip, LOGINS));
    const expected = { purpose: 'login' as const, sessionId: null };
    const challenge = await takeChallenge(db, request.headers.cookie, expected, https);
    const device = deviceIdOf(request.headers.cookie, https);
    reply.header('set-cookie', deviceCookie(device, https));
    return await logInByPasskey(deps, body.credential, challenge, { ...clientOf(request), device });
  });

  serve(app, 'POST /account/confirm/passkey/start', async ({ caller: { sessionId }, reply }) => {
    await slow(`confirm-start:${sessionId}`, 20);
    const options = await passkeyToUse(config);
    const kept = { challenge: options.challenge, purpose: 'confirm' as const, sessionId };
    reply.header('set-cookie', await keepChallenge(db, kept, https));
    return { ...done, options };
  });

  serve(app, 'POST /account/confirm/passkey', async ({ caller, body, request }) => {
    const client = clientOf(request);
    await slow(`confirm:${caller.sessionId}`, 20);
    const expected = { purpose: 'confirm' as const, sessionId: caller.sessionId };
    const challenge = await takeChallenge(db, request.headers.cookie, expected, https);
    try {
      return { ...done, token: await confirmByPasskey(deps, caller, body.credential, challenge, client) };
    } catch (error) {
      if (error instanceof Refusal) {
        await recordSecurity(db, { accountId: caller.accountId, kind: 'step_up_failed', client });
      }
      throw error;
    }
  });
}
