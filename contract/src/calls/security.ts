import { ProviderAddress, SessionToken } from '../account-answers.ts';
import { AccountConfirm, TotpEnable } from '../accounts.ts';
import { Done } from '../common.ts';
import {
  ConfirmWays,
  FactorConfirmed,
  FactorStarted,
  PasskeysAnswer,
  PasskeyToMake,
  PasskeyToUse,
  RecoveryAnswer,
  RecoveryCodes,
} from '../guard-answers.ts';
import { PasskeyAdd, PasskeyTarget, PasskeyUse } from '../passkeys.ts';
import { SecurityAnswer, SecurityExport, SecurityList } from '../security-events.ts';
import { signedExample, tokenExample, toSignExample, userExample } from './account-example.ts';
import { call } from './call.ts';

const done = { success: true };
const at = '2026-11-23T12:00:00.000Z';
const recovery = { startedAt: at, readyAt: '2026-11-26T12:00:00.000Z' };
const recoveryCodes = ['abcd-efgh-ijkl-mnop', 'qrst-uvwx-yz23-4567'];
const { clientDataJSON } = signedExample.response;

/** What guards one's own account, and the log of it; a store's log is in the room of its people. */
export const security = {
  'POST /account/security': call({
    id: 'listAccountSecurity',
    access: 'account',
    says: "Lists what happened to the ways into the caller's own account, newest first.",
    body: SecurityList,
    answer: SecurityAnswer,
    refusals: [],
    example: {
      body: { limit: 20 },
      answer: {
        ...done,
        entries: [
          {
            id: '06h0dkr5f0ax',
            at,
            kind: 'login',
            text: 'Entrada na conta',
            detail: '',
            person: 'Ana Souza',
            store: null,
            device: 'Chrome no Windows',
            place: 'rede 203.0.113.x',
          },
        ],
        nextCursor: null,
      },
    },
  }),
  'POST /account/security/export': call({
    id: 'exportAccountSecurity',
    access: 'account',
    says: "Downloads the security log of the caller's own account.",
    body: SecurityExport,
    file: ['application/json', 'text/csv'],
    refusals: ['rate_limited'],
    example: { body: { format: 'csv' } },
  }),
  'GET /account/export': call({
    id: 'exportAccount',
    access: 'account',
    stepUp: true,
    says: 'Downloads everything that belongs to the account of the caller.',
    file: ['application/json'],
    refusals: ['rate_limited'],
    example: {},
  }),
  'GET /account/confirm': call({
    id: 'readConfirmation',
    access: 'account',
    says: 'Tells whether the session is confirmed now, and how the account can confirm it.',
    answer: ConfirmWays,
    refusals: [],
    example: {
      answer: {
        ...done,
        confirmed: false,
        ways: { password: true, code: false, discord: false, google: false, passkey: false },
      },
    },
  }),
  'POST /account/confirm': call({
    id: 'confirmSession',
    access: 'account',
    says: 'Confirms the session by the password, and by a code where the second factor is on.',
    body: AccountConfirm,
    answer: SessionToken,
    refusals: [
      'wrong_password',
      'second_factor_required',
      'second_factor_invalid',
      'confirmation_impossible',
      'conflict',
      'rate_limited',
      'unavailable',
    ],
    example: { body: { password: 'vitrine-de-Outubro-7' }, answer: { ...done, token: tokenExample } },
  }),
  'POST /account/confirm/discord': call({
    id: 'confirmByDiscord',
    access: 'account',
    says: 'Begins to confirm the session at Discord and tells where to send the browser.',
    answer: ProviderAddress,
    refusals: ['login_not_configured', 'rate_limited'],
    example: { answer: { ...done, url: 'https://discord.com/oauth2/authorize?client_id=1' } },
  }),
  'POST /account/confirm/google': call({
    id: 'confirmByGoogle',
    access: 'account',
    says: 'Begins to confirm the session at Google and tells where to send the browser.',
    answer: ProviderAddress,
    refusals: ['login_not_configured', 'rate_limited'],
    example: { answer: { ...done, url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=1' } },
  }),
  'POST /account/confirm/passkey/start': call({
    id: 'startPasskeyConfirmation',
    access: 'account',
    says: 'Tells the browser what a passkey must sign to confirm this session.',
    answer: PasskeyToUse,
    refusals: ['rate_limited'],
    example: { answer: { ...done, options: toSignExample } },
  }),
  'POST /account/confirm/passkey': call({
    id: 'confirmByPasskey',
    access: 'account',
    says: 'Confirms the session by a passkey of its own account.',
    body: PasskeyUse,
    answer: SessionToken,
    refusals: ['passkey_refused', 'identity_other', 'rate_limited'],
    example: { body: { credential: signedExample }, answer: { ...done, token: tokenExample } },
  }),
  'GET /account/passkeys': call({
    id: 'listPasskeys',
    access: 'account',
    says: 'Lists the passkeys of the account, oldest first.',
    answer: PasskeysAnswer,
    refusals: [],
    example: {
      answer: { ...done, passkeys: [{ id: signedExample.id, name: 'Celular', createdAt: at, lastUsedAt: null }] },
    },
  }),
  'POST /account/passkeys/start': call({
    id: 'startPasskey',
    access: 'account',
    stepUp: true,
    proven: true,
    says: 'Tells the browser what it needs to make a passkey.',
    answer: PasskeyToMake,
    refusals: ['rate_limited'],
    example: {
      answer: {
        ...done,
        options: {
          challenge: toSignExample.challenge,
          rp: { id: toSignExample.rpId, name: 'Vitrine' },
          user: { id: 'MDZoMGRramRxOHZz', name: userExample.email, displayName: userExample.name },
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
          timeout: 60_000,
          attestation: 'none',
          excludeCredentials: [],
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          extensions: { credProps: true },
          hints: [],
        },
      },
    },
  }),
  'POST /account/passkeys': call({
    id: 'addPasskey',
    access: 'account',
    stepUp: true,
    proven: true,
    says: 'Adds the passkey that the browser made.',
    body: PasskeyAdd,
    answer: Done,
    refusals: ['passkey_refused', 'passkey_limit'],
    example: {
      body: {
        name: 'Celular',
        credential: {
          ...signedExample,
          response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
        },
      },
      answer: done,
    },
  }),
  'POST /account/passkeys/remove': call({
    id: 'removePasskey',
    access: 'account',
    stepUp: true,
    says: 'Takes a passkey off the account.',
    body: PasskeyTarget,
    answer: Done,
    refusals: ['not_found', 'last_login'],
    example: { body: { id: signedExample.id }, answer: done },
  }),
  'POST /account/second-factor/start': call({
    id: 'startSecondFactor',
    access: 'account',
    stepUp: true,
    says: 'Makes the secret of a second factor, which is in force after its first code.',
    answer: FactorStarted,
    refusals: ['conflict'],
    example: {
      answer: {
        ...done,
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Vitrine:ana@exemplo.com.br?secret=JBSWY3DPEHPK3PXP&issuer=Vitrine',
        qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
    },
  }),
  'POST /account/second-factor/confirm': call({
    id: 'enableSecondFactor',
    access: 'account',
    stepUp: true,
    says: 'Turns the second factor on by its first code and shows the recovery codes, once.',
    body: TotpEnable,
    answer: FactorConfirmed,
    refusals: ['conflict', 'second_factor_invalid', 'rate_limited'],
    example: { body: { code: '123456' }, answer: { ...done, recoveryCodes, token: tokenExample } },
  }),
  'POST /account/second-factor/disable': call({
    id: 'disableSecondFactor',
    access: 'account',
    stepUp: true,
    says: 'Turns the second factor off in a session that passed it lately.',
    answer: Done,
    refusals: ['conflict'],
    example: { answer: done },
  }),
  'POST /account/second-factor/recovery-codes': call({
    id: 'replaceRecoveryCodes',
    access: 'account',
    stepUp: true,
    says: 'Makes new recovery codes; the former ones stop working.',
    answer: RecoveryCodes,
    refusals: ['conflict', 'rate_limited'],
    example: { answer: { ...done, recoveryCodes } },
  }),
  'GET /account/factor-recovery': call({
    id: 'readFactorRecovery',
    access: 'account',
    says: 'Tells of a recovery of the second factor that is under way.',
    answer: RecoveryAnswer,
    refusals: [],
    example: { answer: { ...done, recovery: null } },
  }),
  'POST /account/factor-recovery/start': call({
    id: 'startFactorRecovery',
    access: 'account',
    stepUp: true,
    says: 'Starts the recovery of a lost second factor in a confirmed session.',
    answer: RecoveryAnswer,
    refusals: ['recovery_impossible', 'rate_limited'],
    example: { answer: { ...done, recovery } },
  }),
  'POST /account/factor-recovery/cancel': call({
    id: 'cancelFactorRecovery',
    access: 'account',
    says: 'Ends the recovery, so that the second factor stays on.',
    answer: Done,
    refusals: [],
    example: { answer: done },
  }),
};
