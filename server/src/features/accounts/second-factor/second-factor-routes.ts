import { TotpEnable } from '@vitrine/contract/accounts';
import QRCode from 'qrcode';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { callerOf } from '../../../http/door.ts';
import { slowDown } from '../../../http/throttle.ts';
import { tellOwnChange } from '../tell-own-change.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  requireOwnSecondFactor,
  startSecondFactor,
} from './second-factor.ts';

/**
 * The second factor of password logins: start (secret and QR code), confirm with the first code (recovery codes come
 * back, once); disable and new recovery codes by a session that passed the factor lately. Logins through Discord and
 * Google rely on theirs.
 */
export async function secondFactorRoutes(app: App, { db, config }: Deps): Promise<void> {
  const stepUp = { access: 'account' as const, stepUp: true as const };

  app.post('/v1/account/second-factor/start', { config: stepUp }, async (request) => {
    const { accountId } = callerOf(request);
    const { secret, uri } = await transaction(db, (tx) => startSecondFactor(tx, config.secret, accountId));
    const qrSvg = await QRCode.toString(uri, { type: 'svg', margin: 1 });
    return { success: true as const, secret, uri, qrSvg };
  });

  app.post('/v1/account/second-factor/confirm', { schema: { body: TotpEnable }, config: stepUp }, async (request) => {
    const caller = callerOf(request);
    const { accountId } = caller;
    await slowDown(db, [{ key: `totp:${accountId}`, limit: 10, seconds: 300 }]);
    const made = await transaction(db, async (tx) => {
      const codes = await confirmSecondFactor(tx, config.secret, caller, request.body.code);
      await tellOwnChange(
        tx,
        config,
        request,
        'factor_enabled',
        'A verificação em duas etapas foi ativada na sua conta.',
      );
      return codes;
    });
    return { success: true as const, ...made };
  });

  app.post('/v1/account/second-factor/disable', { config: stepUp }, async (request) => {
    await transaction(db, async (tx) => {
      await requireOwnSecondFactor(tx, callerOf(request));
      await disableSecondFactor(tx, callerOf(request).accountId);
      await tellOwnChange(
        tx,
        config,
        request,
        'factor_disabled',
        'A verificação em duas etapas foi desativada na sua conta.',
      );
    });
    return { success: true as const };
  });

  app.post('/v1/account/second-factor/recovery-codes', { config: stepUp }, async (request) => {
    await slowDown(db, [{ key: `recovery-codes:${callerOf(request).accountId}`, limit: 10, seconds: 3600 }]);
    const recoveryCodes = await transaction(db, async (tx) => {
      await requireOwnSecondFactor(tx, callerOf(request));
      await tellOwnChange(
        tx,
        config,
        request,
        'factor_codes',
        'Os códigos de recuperação da sua conta foram trocados.',
      );
      return await replaceRecoveryCodes(tx, callerOf(request).accountId);
    });
    return { success: true as const, recoveryCodes };
  });
}
