import { z } from 'zod';
import { email, mailToken, text } from './common.ts';
import { limits } from './limits.ts';
import { cleanLine } from './names.ts';

/** Accounts: registration, login, one's own data (SPEC.md sections 2, 5 and 7; DECISIONS.md, Accounts). */

const loginTexts = {
  email: 'E-mail inválido.',
  password: 'Senha deve ter entre 8 e 50 caracteres.',
} as const;

const registerTexts = {
  name: 'Nome deve ter entre 3 e 255 caracteres',
  email: 'Email inválido.',
  password: 'A senha deve ter entre 8 e 50 caracteres.',
} as const;

/** POST /v1/login */
export const Login = z.object({
  email: email(loginTexts.email),
  password: z
    .string({ error: loginTexts.password })
    .min(limits.passwordMin, loginTexts.password)
    .max(limits.passwordMax, loginTexts.password),
  /** Code of the authenticator, or a recovery code, where the second factor is on. */
  code: z.string().trim().max(40).optional(),
});
export type Login = z.infer<typeof Login>;

const newPassword = z
  .string({ error: registerTexts.password })
  .min(limits.passwordMin, registerTexts.password)
  .max(limits.passwordMax, registerTexts.password);

/** POST /v1/login/register: failures answer an array of texts in `error`. */
export const Register = z.object({
  name: z
    .string({ error: registerTexts.name })
    .max(2 * limits.userNameMax, registerTexts.name)
    .refine((value) => !value.includes('\u0000'), registerTexts.name)
    .transform(cleanLine)
    .refine((name) => name.length >= limits.userNameMin && name.length <= limits.userNameMax, registerTexts.name),
  email: email(registerTexts.email),
  password: newPassword,
});
export type Register = z.infer<typeof Register>;

/** POST /v1/login/discord and /v1/login/google. Without the browser's own state the login fails with a refusal. */
export const OauthLogin = z.object({
  code: z.string().min(1).max(512),
  state: z.string().max(200).optional(),
});
export type OauthLogin = z.infer<typeof OauthLogin>;

/** POST /v1/password/forgot: the answer is the same for a known and an unknown address. */
export const PasswordForgot = z.object({ email: email(loginTexts.email) });
/**
 * POST /v1/password/reset. If the account's address was never proven, that account ends, and whoever holds the
 * mailbox gets a new account under it.
 */
export const PasswordReset = z.object({ token: mailToken, password: newPassword });
/** POST /v1/password/reset/logins: removes linked logins with the `dropToken` of a reset. */
export const ResetLogins = z.object({ token: mailToken });
/** POST /v1/password/change: ends every other session and, if asked, linked logins. */
export const PasswordChange = z.object({
  currentPassword: z.string().max(limits.passwordMax),
  password: newPassword,
  dropLogins: z.boolean().optional(),
});
export type PasswordChange = z.infer<typeof PasswordChange>;
/** POST /v1/email/verify: needs a session of the same account or its password, because the link alone proves nothing. */
export const EmailVerify = z.object({
  token: mailToken,
  password: z.string().max(limits.passwordMax).optional(),
});
export type EmailVerify = z.infer<typeof EmailVerify>;

/**
 * POST /v1/email/restore: the former address takes the account back with the token of its mail. The account gets the
 * former address again; all sessions and the password end.
 */
export const EmailRestore = z.object({ token: mailToken });
/** POST /v1/mail/unsubscribe: ends the kind of mail of this token, or starts it again; needs no login. */
export const MailUnsubscribe = z.object({ token: mailToken, wanted: z.boolean().optional() });
/** POST /v1/account/edit */
export const AccountEdit = z.object({ name: Register.shape.name });
/**
 * POST /v1/account/email: adds or changes the e-mail. It counts after the mailed link is opened. The answer is the
 * same for an address that another account has.
 */
export const AccountEmail = z.object({ email: email(loginTexts.email) });
/** The word that a person types to delete an account. */
export const DELETE_WORD = 'EXCLUIR';
/** POST /v1/account/delete: `DELETE_WORD`, typed. */
export const AccountDelete = z.object({ confirmation: z.string().max(20).optional() });
export type AccountDelete = z.infer<typeof AccountDelete>;
/**
 * POST /v1/account/confirm: proves again who uses this session, by the password and, with a second factor, its code.
 * An account without a password confirms at its provider, and sends only the code here.
 */
export const AccountConfirm = z.object({
  password: z.string().max(limits.passwordMax).optional(),
  code: z.string().trim().max(20).optional(),
});
export type AccountConfirm = z.infer<typeof AccountConfirm>;

/** Strength of a password for the meter (SPEC.md section 5). */
export function passwordStrength(password: string): { score: 0 | 1 | 2 | 3; text: string } {
  if (password.length < limits.passwordMin) return { score: 0, text: 'Senha muito fraca' };
  if (password.length < limits.passwordFairLength) return { score: 1, text: 'Senha fraca' };
  if (/\p{Lu}/u.test(password) && /\d/.test(password)) return { score: 3, text: 'Senha forte' };
  return { score: 2, text: 'Senha média' };
}

/** A code of the authenticator, or a recovery code (`abcd-efgh-ijkl-mnop`). */
export const TotpEnable = z.object({ code: text(40) });
