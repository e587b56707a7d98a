import type { SessionToken } from '@vitrine/contract/accounts';
import { PasskeyAdd, type PasskeysAnswer, PasskeyTarget, PasskeyUse } from '@vitrine/contract/passkeys';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { callerOf } from '../../../http/door.ts';
import { Refusal } from '../../../http/errors.ts';
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

/** Logins of one sender. */
const LOGINS = { limit: 100, seconds: 300 };

/** A passkey's name as a mail may carry it, in quotes; nothing where it looks like a link. */
const quoted = (name: string) => {
  const shown = mailName(name, '');
  return shown && `"${shown}" `;
};

/** Passkeys: made, named and removed by a confirmed session; used to log in and to confirm a session. */
export async function passkeyRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  const https = config.publicUrl.startsWith('https:');
  const done = { success: true as const };
  const slow = (what: string, limit: number) => slowDown(db, [{ key: `passkey-${what}`, limit, seconds: 300 }]);

  app.get(
    '/v1/account/passkeys',
    { config: { access: 'account' } },
    async (request): Promise<PasskeysAnswer> => ({
      ...done,
      passkeys: await listPasskeys(db, callerOf(request).accountId),
    }),
  );

  // An unproven account may be somebody else's address: no way in is added before the proof.
  const adding = { access: 'account', stepUp: true, proven: true } as const;
  app.post('/v1/account/passkeys/start', { config: adding }, async (request, reply) => {
    const { accountId, sessionId } = callerOf(request);
    await slow(`add:${accountId}`, 20);
    const options = await passkeyToMake(deps, accountId);
    const kept = { challenge: options.challenge, purpose: 'add' as const, sessionId };
    reply.header('set-cookie', await keepChallenge(db, kept, https));
    return { ...done, options };
  });

  app.post('/v1/account/passkeys', { schema: { body: PasskeyAdd }, config: adding }, async (request) => {
    const caller = callerOf(request);
    const about = { purpose: 'add' as const, sessionId: caller.sessionId };
    const challenge = await takeChallenge(db, request.headers.cookie, about, https);
    await transaction(db, async (tx) => {
      await addPasskey(tx, config, caller, request.body, challenge);
      const text = `A passkey ${quoted(request.body.name)}foi adicionada à sua conta: ela entra sem senha.`;
      await tellOwnChange(tx, config, request, 'passkey_added', text, { passkey: request.body.name });
    });
    return done;
  });

  app.post(
    '/v1/account/passkeys/remove',
    { schema: { body: PasskeyTarget }, config: { access: 'account', stepUp: true } },
    async (request) => {
      await transaction(db, async (tx) => {
        const name = await removePasskey(tx, callerOf(request), request.body.id);
        const text = `A passkey ${quoted(name)}foi removida da sua conta.`;
        await tellOwnChange(tx, config, request, 'passkey_removed', text, { passkey: name });
      });
      return done;
    },
  );

  app.post('/v1/login/passkey/start', { config: { access: 'public' } }, async (request, reply) => {
    await slowDown(db, senderRules('passkey-start', request.ip, LOGINS));
    const options = await passkeyToUse(config);
    const kept = { challenge: options.challenge, purpose: 'login' as const, sessionId: null };
    reply.header('set-cookie', await keepChallenge(db, kept, https));
    return { ...done, options };
  });

  app.post(
    '/v1/login/passkey',
    { schema: { body: PasskeyUse }, config: { access: 'public' } },
    async (request, reply) => {
      await slowDown(db, senderRules('passkey-login', request.ip, LOGINS));
      const about = { purpose: 'login' as const, sessionId: null };
      const challenge = await takeChallenge(db, request.headers.cookie, about, https);
      const device = deviceIdOf(request.headers.cookie, https);
      reply.header('set-cookie', deviceCookie(device, https));
      return await logInByPasskey(deps, request.body.credential, challenge, { ...clientOf(request), device });
    },
  );

  app.post('/v1/account/confirm/passkey/start', { config: { access: 'account' } }, async (request, reply) => {
    const { sessionId } = callerOf(request);
    await slow(`confirm-start:${sessionId}`, 20);
    const options = await passkeyToUse(config);
    const kept = { challenge: options.challenge, purpose: 'confirm' as const, sessionId };
    reply.header('set-cookie', await keepChallenge(db, kept, https));
    return { ...done, options };
  });

  app.post(
    '/v1/account/confirm/passkey',
    { schema: { body: PasskeyUse }, config: { access: 'account' } },
    async (request): Promise<SessionToken> => {
      const caller = callerOf(request);
      const client = clientOf(request);
      await slow(`confirm:${caller.sessionId}`, 20);
      const about = { purpose: 'confirm' as const, sessionId: caller.sessionId };
      const challenge = await takeChallenge(db, request.headers.cookie, about, https);
      try {
        const token = await confirmByPasskey(deps, caller, request.body.credential, challenge, client);
        return { success: true, token };
      } catch (error) {
        if (error instanceof Refusal) {
          await recordSecurity(db, { accountId: caller.accountId, kind: 'step_up_failed', client });
        }
        throw error;
      }
    },
  );
}
