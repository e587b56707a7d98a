import { z } from 'zod';
import { LoginAnswer, ResetAnswer, WaysAnswer } from '../account-answers.ts';
import { Login, OauthLogin, PasswordForgot, PasswordReset, ResetLogins } from '../accounts.ts';
import { Done } from '../common.ts';
import { RecoveryStart, RecoveryToken } from '../factor-recovery.ts';
import { PasskeyToUse, RecoveryAnswer } from '../guard-answers.ts';
import { PasskeyUse } from '../passkeys.ts';
import {
  linkExample,
  signedExample,
  tokenExample,
  toSignExample,
  userExample,
  waysExample,
} from './account-example.ts';
import { call } from './call.ts';

/** This schema accepts everything. The handler reads the body with `Register`, and answers its faults as a list of texts. */
const RegisterBody = z.looseObject({
  name: z.unknown().optional(),
  email: z.unknown().optional(),
  password: z.unknown().optional(),
});

const done = { success: true };
const { email } = userExample;
const password = 'vitrine-de-Outubro-7';
const entered = { ...done, token: tokenExample, user: userExample };
const cameBack = { code: 'NhhvTDYsFcdgNLnnLijcl7Ku7bEEeee', state: 'q2xhc3NpY28tZGVzYWZpby1kZS11bWEtdm9sdGE' };
const recovery = { startedAt: '2026-11-23T12:00:00.000Z', readyAt: '2026-11-26T12:00:00.000Z' };

/** What a login at either provider refuses with besides the provider's own codes. */
const providerRefusals = [
  'login_not_configured',
  'identity_taken',
  'identity_other',
  'email_unproven',
  'unauthenticated',
  'conflict',
  'rate_limited',
] as const;

/** The ways into an account, before anybody is known (SPEC.md section 7; DECISIONS.md, Accounts). */
export const signIn = {
  'POST /login': call({
    id: 'logIn',
    access: 'public',
    limit: 'signIn',
    says: 'Logs in by e-mail and password, and by a code where the second factor is on.',
    body: Login,
    answer: LoginAnswer,
    refusals: ['invalid_credentials', 'second_factor_required', 'second_factor_invalid', 'rate_limited', 'unavailable'],
    example: { body: { email, password }, answer: entered },
  }),
  'POST /login/register': call({
    id: 'register',
    access: 'public',
    limit: 'signIn',
    says: 'Makes an account; the answer is the same for an address that has one.',
    body: RegisterBody,
    answer: Done,
    refusals: ['validation_failed', 'common_password', 'rate_limited', 'unavailable'],
    example: { body: { name: userExample.name, email, password }, answer: done },
  }),
  'GET /login/discord/start': call({
    id: 'startDiscordLogin',
    access: 'public',
    limit: 'signIn',
    says: 'Leads the browser to Discord to log in there.',
    redirect: 302,
    refusals: ['rate_limited'],
    example: {},
  }),
  'GET /login/google/start': call({
    id: 'startGoogleLogin',
    access: 'public',
    limit: 'signIn',
    says: 'Leads the browser to Google to log in there.',
    redirect: 302,
    refusals: ['rate_limited'],
    example: {},
  }),
  'POST /login/discord': call({
    id: 'logInByDiscord',
    access: 'public',
    limit: 'signIn',
    alsoReads: ['token'],
    says: 'Ends a login at Discord, which may also link it to the caller or confirm their session.',
    body: OauthLogin,
    answer: LoginAnswer,
    refusals: [
      'discord_code_invalid',
      'discord_failed',
      'discord_timeout',
      'discord_login_failed',
      'discord_link_required',
      ...providerRefusals,
    ],
    example: { body: cameBack, answer: entered },
  }),
  'POST /login/google': call({
    id: 'logInByGoogle',
    access: 'public',
    limit: 'signIn',
    alsoReads: ['token'],
    says: 'Ends a login at Google, which may also link it to the caller or confirm their session.',
    body: OauthLogin,
    answer: LoginAnswer,
    refusals: ['google_code_invalid', 'google_failed', 'google_link_required', ...providerRefusals],
    example: { body: cameBack, answer: entered },
  }),
  'POST /login/passkey/start': call({
    id: 'startPasskeyLogin',
    access: 'public',
    limit: 'signIn',
    says: 'Tells the browser what a passkey must sign, and binds it to this browser for 5 minutes.',
    answer: PasskeyToUse,
    refusals: ['rate_limited'],
    example: { answer: { ...done, options: toSignExample } },
  }),
  'POST /login/passkey': call({
    id: 'logInByPasskey',
    access: 'public',
    limit: 'signIn',
    says: 'Logs in by a passkey, which stands for password and second factor.',
    body: PasskeyUse,
    answer: LoginAnswer,
    refusals: ['passkey_refused', 'rate_limited'],
    example: { body: { credential: signedExample }, answer: entered },
  }),
  'POST /login/factor-recovery': call({
    id: 'startFactorRecoveryByPassword',
    access: 'public',
    limit: 'signIn',
    says: 'Starts the recovery of a lost second factor by e-mail and password, without logging in.',
    body: RecoveryStart,
    answer: RecoveryAnswer,
    refusals: ['invalid_credentials', 'recovery_impossible', 'rate_limited', 'unavailable'],
    example: { body: { email, password }, answer: { ...done, recovery } },
  }),
  'POST /login/factor-recovery/cancel': call({
    id: 'cancelFactorRecoveryByLink',
    access: 'public',
    limit: 'signIn',
    says: 'Ends a recovery by the link of one of its mails.',
    body: RecoveryToken,
    answer: Done,
    refusals: ['token_invalid', 'rate_limited'],
    example: { body: { token: linkExample }, answer: done },
  }),
  'POST /login/factor-recovery/finish': call({
    id: 'finishFactorRecovery',
    access: 'public',
    limit: 'signIn',
    says: 'Turns the second factor off by the link of the last mail, once.',
    body: RecoveryToken,
    answer: Done,
    refusals: ['token_invalid', 'rate_limited'],
    example: { body: { token: linkExample }, answer: done },
  }),
  'POST /password/forgot': call({
    id: 'forgotPassword',
    access: 'public',
    limit: 'signIn',
    says: 'Mails a link for a new password; the answer is the same for an address without an account.',
    body: PasswordForgot,
    answer: Done,
    refusals: ['rate_limited'],
    example: { body: { email }, answer: done },
  }),
  'POST /password/reset': call({
    id: 'resetPassword',
    access: 'public',
    limit: 'signIn',
    says: 'Sets a new password by a mailed link and ends every session.',
    body: PasswordReset,
    answer: ResetAnswer,
    refusals: ['token_invalid', 'common_password', 'rate_limited', 'unavailable'],
    example: { body: { token: linkExample, password }, answer: { ...done, ...waysExample, dropToken: null } },
  }),
  'POST /password/reset/logins': call({
    id: 'dropLoginsAfterReset',
    access: 'public',
    limit: 'signIn',
    says: 'Takes the linked logins off an account whose password was just reset.',
    body: ResetLogins,
    answer: WaysAnswer,
    refusals: ['token_invalid', 'rate_limited'],
    example: {
      body: { token: linkExample },
      answer: {
        ...done,
        removed: [{ kind: 'discord', text: 'Login com Discord' }],
        remaining: waysExample.remaining,
      },
    },
  }),
};
