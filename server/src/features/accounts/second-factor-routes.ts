import { TotpEnable } from '@vitrine/contract/accounts';
import QRCode from 'qrcode';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/door.ts';
import { warn } from './change-password.ts';
import { findAccount } from './queries.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  passOwnSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts';
import { slowDown } from './throttle.ts';

/**
 * The second factor of password logins: start (secret and QR code), confirm with the first code (recovery codes come
 * back, once), disable and new recovery codes with a code, while it is on. Logins through Discord and Google rely on theirs.
 */
export async function secondFactorRoutes(app: App, { db, config }: Deps): Promise<void> {
  const withCode = { schema: { body: TotpEnable }, config: { access: 'account' as const } };
  const throttle = (accountId: string) => slowDown(db, [{ key: `totp:${accountId}`, limit: 10, seconds: 300 }]);

  app.post('/v1/account/second-factor/start', { config: { access: 'account' } }, async (request) => {
    const { accountId } = callerOf(request);
    const { secret, uri } = await transaction(db, (tx) => startSecondFactor(tx, config.secret, accountId));
    const qrSvg = await QRCode.toString(uri, { type: 'svg', margin: 1 });
    return { success: true as const, secret, uri, qrSvg };
  });

  app.post('/v1/account/second-factor/confirm', withCode, async (request) => {
    const { accountId } = callerOf(request);
    await throttle(accountId);
    const recoveryCodes = await transaction(db, async (tx) => {
      const codes = await confirmSecondFactor(tx, config.secret, accountId, request.body.code);
      const account = await findAccount(tx, accountId);
      if (account) await warn(tx, config, account, 'A verificação em duas etapas foi ativada na sua conta.');
      return codes;
    });
    return { success: true as const, recoveryCodes };
  });

  app.post('/v1/account/second-factor/disable', withCode, async (request) => {
    const { accountId } = callerOf(request);
    await throttle(accountId);
    await transaction(db, async (tx) => {
      await passOwnSecondFactor(tx, config.secret, accountId, request.body.code);
      await disableSecondFactor(tx, accountId);
      const account = await findAccount(tx, accountId);
      if (account) await warn(tx, config, account, 'A verificação em duas etapas foi desativada na sua conta.');
    });
    return { success: true as const };
  });

  app.post('/v1/account/second-factor/recovery-codes', withCode, async (request) => {
    const { accountId } = callerOf(request);
    await throttle(accountId);
    const recoveryCodes = await transaction(db, async (tx) => {
      await passOwnSecondFactor(tx, config.secret, accountId, request.body.code);
      return await replaceRecoveryCodes(tx, accountId);
    });
    return { success: true as const, recoveryCodes };
  });
}
