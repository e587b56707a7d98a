import { z } from 'zod';
import { email, text } from './common.ts';
import { limits } from './limits.ts';

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
  code: z.string().trim().max(20).optional(),
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
    .trim()
    .min(limits.userNameMin, registerTexts.name)
    .max(limits.userNameMax, registerTexts.name)
    .refine((value) => !value.includes('\u0000'), registerTexts.name),
  email: email(registerTexts.email),
  password: newPassword,
});
export type Register = z.infer<typeof Register>;

/** POST /v1/login/discord and /v1/login/google. Without the state that the browser was given it fails safely. */
export const OauthLogin = z.object({
  code: z.string().min(1).max(512),
  state: z.string().max(200).optional(),
});
export type OauthLogin = z.infer<typeof OauthLogin>;

/** POST /v1/password/forgot: always answers the same. */
export const PasswordForgot = z.object({ email: email(loginTexts.email) });
/** POST /v1/password/reset */
export const PasswordReset = z.object({ token: z.string().min(10).max(200), password: newPassword });
/** POST /v1/password/change: ends every other session. */
export const PasswordChange = z.object({ currentPassword: z.string().max(limits.passwordMax), password: newPassword });
/** POST /v1/email/verify */
export const EmailVerify = z.object({ token: z.string().min(10).max(200) });
/** POST /v1/account/edit */
export const AccountEdit = z.object({ name: Register.shape.name });
/**
 * POST /v1/account/email: adds or changes the e-mail. It becomes the account's once the link mailed to it is opened, so the
 * answer is the same for an address that somebody else has. The password, where the account has one.
 */
export const AccountEmail = z.object({
  email: email(loginTexts.email),
  password: z.string().max(limits.passwordMax).optional(),
});
/** What is typed to delete an account that has no password. */
export const DELETE_WORD = 'EXCLUIR';
/** POST /v1/account/delete: the password, or `DELETE_WORD` where the account has none. */
export const AccountDelete = z.object({
  password: z.string().max(limits.passwordMax).optional(),
  confirmation: z.string().max(20).optional(),
});
export type AccountDelete = z.infer<typeof AccountDelete>;
/** DELETE /v1/account/sessions/{id} is the way to end one device. */

export interface User {
  id: string;
  name: string;
  email: string | null;
  emailVerified: boolean;
  /** Address of an image; SPEC.md: falls back to a default one, which the client has. */
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

/** Strength of a password as the meter tells it (SPEC.md section 5). */
export function passwordStrength(password: string): { score: 0 | 1 | 2 | 3; text: string } {
  if (password.length < limits.passwordMin) return { score: 0, text: 'Senha muito fraca' };
  if (password.length < limits.passwordFairLength) return { score: 1, text: 'Senha fraca' };
  if (/\p{Lu}/u.test(password) && /\d/.test(password)) return { score: 3, text: 'Senha forte' };
  return { score: 2, text: 'Senha média' };
}

/** GET /v1/profile: the landing page's figures, real ones. */
export interface Profile {
  success: true;
  user: User;
  orders: number;
  stores: number;
  /** Name of the best plan among one's stores. */
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
}

/** A code of the authenticator, or a recovery code (`abcde-fghij`). */
export const TotpEnable = z.object({ code: text(20) });
