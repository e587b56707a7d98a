import { z } from 'zod';
import { Done, id, instant } from './common.ts';

/** What the calls about accounts answer. Forms load accounts.ts, and only the server needs these schemas: so they are apart. */

/** GET /v1/config: what this installation offers. */
export const PublicConfig = Done.extend({
  /** The product's domain, `vitrine.com.br`: stores have their subdomains there. */
  domain: z.string(),
  /** Whether people can log in at Google, and at Discord. */
  google: z.boolean(),
  discord: z.boolean(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

/** A logged-in person, as every screen needs them. */
export const User = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Address of the picture. For null, the client shows its default picture (SPEC.md). */
  avatar: z.string().nullable(),
  discordId: z.string().nullable(),
  googleLinked: z.boolean(),
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
});
export type User = z.infer<typeof User>;

/** POST /v1/account/edit, POST /v1/account/unlink/{provider} */
export const UserAnswer = Done.extend({ user: User });
/** Answer of every login. `token` is opaque and shown once. */
export const LoginAnswer = Done.extend({ token: z.string(), user: User });
export type LoginAnswer = z.infer<typeof LoginAnswer>;
/** The session's new token. The former token and every copy of it are no longer valid. */
export const SessionToken = Done.extend({ token: z.string() });
export type SessionToken = z.infer<typeof SessionToken>;
/** POST /v1/account/link/{provider}, POST /v1/account/confirm/{provider}: where to send the browser. */
export const ProviderAddress = Done.extend({ url: z.string() });

export const Session = z.object({
  id,
  createdAt: instant,
  lastSeenAt: instant,
  /** In words: `Chrome no Windows`. */
  device: z.string(),
  /** Whether the call was made in this one. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;
/** GET /v1/account/sessions */
export const SessionsAnswer = Done.extend({ sessions: z.array(Session) });

/** GET /v1/profile: the figures of the landing page. */
export const Profile = Done.extend({
  user: User,
  /** Paid orders of all the stores, as the figures count them. */
  orders: z.number().int(),
  stores: z.number().int(),
  /** Name of the best plan among the person's stores. */
  plan: z.string(),
  storeList: z.array(
    z.object({
      id,
      name: z.string(),
      subdomain: z.string(),
      status: z.enum(['Ativa', 'Inativa']),
      products: z.number().int(),
      orders: z.number().int(),
    }),
  ),
  /** What was changed last in the stores whose log the caller may read; `store` is a name. */
  activity: z.array(z.object({ id, text: z.string(), at: instant, store: z.string() })),
  /** The mail server of this address refused our mails lately, so only warnings are sent to it. */
  mailRefused: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

/** One way into an account, or a second factor that guards it. */
export const Way = z.object({
  kind: z.enum(['password', 'devices', 'discord', 'google', 'passkey', 'factor', 'claim']),
  /** In words: `Login com Discord`. */
  text: z.string(),
});
export type Way = z.infer<typeof Way>;
/** What a confirmed address or a new password removed from the account, and which ways remain. */
export const WaysAnswer = Done.extend({ removed: z.array(Way), remaining: z.array(Way) });
export type WaysAnswer = z.infer<typeof WaysAnswer>;
/** POST /v1/password/change */
export const PasswordChangeAnswer = WaysAnswer.extend(SessionToken.shape);
export type PasswordChangeAnswer = z.infer<typeof PasswordChangeAnswer>;
/** POST /v1/password/reset */
export const ResetAnswer = WaysAnswer.extend({
  /** The token for POST /v1/password/reset/logins, valid for 15 minutes. null if no login is linked. */
  dropToken: z.string().nullable(),
});
export type ResetAnswer = z.infer<typeof ResetAnswer>;
/** POST /v1/email/restore */
export const EmailRestoreAnswer = Done.extend({
  /** The token for POST /v1/password/reset. */
  resetToken: z.string(),
});
export type EmailRestoreAnswer = z.infer<typeof EmailRestoreAnswer>;

/** POST /v1/mail/unsubscribe */
export const MailUnsubscribeAnswer = Done.extend({
  /** The kind in words: `lembretes do fim do plano`. */
  what: z.string(),
  wanted: z.boolean(),
});
export type MailUnsubscribeAnswer = z.infer<typeof MailUnsubscribeAnswer>;
