import { z } from 'zod';
import { email, text } from './common.ts';
import { limits } from './limits.ts';
import { cleanLine } from './names.ts';

/** Accounts: registration, login, one's own data (SPEC.md sections 2, 5 and 7; DECISIONS.md, Accounts). */

export const loginTexts = {
  email: 'E-mail inválido.',
  password: 'Senha deve ter entre 8 e 50 caracteres.',
} as const;

export const registerTexts = {
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

export const newPassword = z
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
 * mailbox gets a new account under it. Answers `ResetAnswer`.
 */
export const PasswordReset = z.object({ token: z.string().min(10).max(200), password: newPassword });
/** POST /v1/password/reset/logins: removes linked logins with the `dropToken` of a reset. Answers `WaysAnswer`. */
export const ResetLogins = z.object({ token: z.string().min(10).max(200) });
/** POST /v1/password/change: ends every other session and, if asked, linked logins. Answers `PasswordChangeAnswer`. */
export const PasswordChange = z.object({
  currentPassword: z.string().max(limits.passwordMax),
  password: newPassword,
  dropLogins: z.boolean().optional(),
});
export type PasswordChange = z.infer<typeof PasswordChange>;
/**
 * POST /v1/email/verify: needs a session of the same account or its password, because the link alone proves nothing.
 * Answers `WaysAnswer`.
 */
export const EmailVerify = z.object({
  token: z.string().min(10).max(200),
  password: z.string().max(limits.passwordMax).optional(),
});
export type EmailVerify = z.infer<typeof EmailVerify>;

/** One way into an account, or a second factor that guards it. */
export interface Way {
  kind: 'password' | 'devices' | 'discord' | 'google' | 'passkey' | 'factor' | 'claim';
  /** In words: `Login com Discord`. */
  text: string;
}
/** What a confirmed address or a new password removed from the account, and which ways remain. */
export interface WaysAnswer {
  success: true;
  removed: Way[];
  remaining: Way[];
}
/** The session's new token. The former token and every copy of it are no longer valid. */
export interface SessionToken {
  success: true;
  token: string;
}
export interface PasswordChangeAnswer extends WaysAnswer, SessionToken {}
export interface ResetAnswer extends WaysAnswer {
  /** The token for POST /v1/password/reset/logins, valid for 15 minutes. null if no login is linked. */
  dropToken: string | null;
}
/**
 * POST /v1/email/restore: the former address takes the account back with the token of its mail. The account gets the
 * former address again; all sessions and the password end. Answers `EmailRestoreAnswer`.
 */
export const EmailRestore = z.object({ token: z.string().min(10).max(200) });
export interface EmailRestoreAnswer {
  success: true;
  /** The token for POST /v1/password/reset. */
  resetToken: string;
}
/** POST /v1/mail/unsubscribe: ends the kind of mail of this token, or starts it again; needs no login. */
export const MailUnsubscribe = z.object({ token: z.string().min(10).max(200), wanted: z.boolean().optional() });
export interface MailUnsubscribeAnswer {
  success: true;
  /** The kind in words: `lembretes do fim do plano`. */
  what: string;
  wanted: boolean;
}
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
/** GET /v1/account/confirm: whether the session is confirmed now, and how this account can confirm it. */
export interface ConfirmWays {
  success: true;
  confirmed: boolean;
  ways: { password: boolean; code: boolean; discord: boolean; google: boolean; passkey: boolean };
}
/** A logged-in person, as every screen needs them. DELETE /v1/account/sessions/{id} ends one device. */

export interface User {
  id: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  /** Address of the picture. For null, the client shows its default picture (SPEC.md). */
  avatar: string | null;
  discordId: string | null;
  googleLinked: boolean;
  hasPassword: boolean;
  secondFactor: boolean;
}

/** Answer of every login. `token` is opaque and shown once. */
export interface LoginAnswer {
  success: true;
  token: string;
  user: User;
}

export interface Session {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  device: string;
  current: boolean;
}

/** Strength of a password for the meter (SPEC.md section 5). */
export function passwordStrength(password: string): { score: 0 | 1 | 2 | 3; text: string } {
  if (password.length < limits.passwordMin) return { score: 0, text: 'Senha muito fraca' };
  if (password.length < limits.passwordFairLength) return { score: 1, text: 'Senha fraca' };
  if (/\p{Lu}/u.test(password) && /\d/.test(password)) return { score: 3, text: 'Senha forte' };
  return { score: 2, text: 'Senha média' };
}

/** GET /v1/profile: the figures of the landing page. */
export interface Profile {
  success: true;
  user: User;
  orders: number;
  stores: number;
  /** Name of the best plan among the person's stores. */
  plan: string;
  storeList: {
    id: string;
    name: string;
    subdomain: string;
    status: 'Ativa' | 'Inativa';
    products: number;
    orders: number;
  }[];
  activity: { id: string; text: string; at: string; store: string }[];
  /** The mail server of this address refused our mails lately, so only warnings are sent to it. */
  mailRefused: boolean;
}

/** A code of the authenticator, or a recovery code (`abcd-efgh-ijkl-mnop`). */
export const TotpEnable = z.object({ code: text(40) });
