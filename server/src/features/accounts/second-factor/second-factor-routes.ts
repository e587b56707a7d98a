import QRCode from 'qrcode';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { slowDown } from '../../../http/throttle.ts';
import { tellOwnChange } from '../tell-own-change.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  requireOwnSecondFactor,
  startSecondFactor,
} from './second-factor.ts';

const done = { success: true as const };

/**
 * The second factor of password logins. `start` answers secret and QR code. `confirm` takes the first code and answers the
 * recovery codes, once. `disable` and new recovery codes need a session that passed the factor lately. Logins by Discord and
 * Google do not ask for it, because those providers have their own.
 */
export async function secondFactorRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /account/second-factor/start', async ({ caller }) => {
    const { secret, uri } = await transaction(db, (tx) => startSecondFactor(tx, config.secret, caller.accountId));
    const qrSvg = await QRCode.toString(uri, { type: 'svg', margin: 1 });
    return { ...done, secret, uri, qrSvg };
  });

  serve(app, 'POST /account/second-factor/confirm', async ({ caller, body, request }) => {
    await slowDown(db, [{ key: `totp:${caller.accountId}`, limit: 10, seconds: 300 }]);
    const made = await transaction(db, async (tx) => {
      const codes = await confirmSecondFactor(tx, config.secret, caller, body.code);
      const text = 'A verificação em duas etapas foi ativada na sua conta.';
      await tellOwnChange(tx, config, request, 'factor_enabled', text);
      return codes;
    });
    return { ...done, ...made };
  });

  serve(app, 'POST /account/second-factor/disable', async ({ caller, request }) => {
    await transaction(db, async (tx) => {
      await requireOwnSecondFactor(tx, caller);
      await disableSecondFactor(tx, caller.accountId);
      const text = 'A verificação em duas etapas foi desativada na sua conta.';
      await tellOwnChange(tx, config, request, 'factor_disabled', text);
    });
    return done;
  });

  serve(app, 'POST /account/second-factor/recovery-codes', async ({ caller, request }) => {
    await slowDown(db, [{ key: `recovery-codes:${caller.accountId}`, limit: 10, seconds: 3600 }]);
    const recoveryCodes = await transaction(db, async (tx) => {
      await requireOwnSecondFactor(tx, caller);
      const text = 'Os códigos de recuperação da sua conta foram trocados.';
      await tellOwnChange(tx, config, request, 'factor_codes', text);
      return await replaceRecoveryCodes(tx, caller.accountId);
    });
    return { ...done, recoveryCodes };
  });
}
