import { z } from 'zod';
import { SessionToken } from './account-answers.ts';
import { Done, instant } from './common.ts';

/** What guards an account, as its person reads it: confirmation, second factor, recovery of it, passkeys. */

/** GET /v1/account/confirm: whether the session is confirmed now, and how this account can confirm it. */
export const ConfirmWays = Done.extend({
  confirmed: z.boolean(),
  ways: z.object({
    password: z.boolean(),
    /** The second factor is on. */
    code: z.boolean(),
    discord: z.boolean(),
    google: z.boolean(),
    passkey: z.boolean(),
  }),
});
export type ConfirmWays = z.infer<typeof ConfirmWays>;

/** POST /v1/account/second-factor/start: a secret that is not in force before the first code. */
export const FactorStarted = Done.extend({
  /** In Base32, to be typed into the app. */
  secret: z.string(),
  /** `otpauth://totp/…`, which opens the app. */
  uri: z.string(),
  /** The same as a QR code, an SVG document. */
  qrSvg: z.string(),
});
/** POST /v1/account/second-factor/recovery-codes: shown once; the former ones stop working. */
export const RecoveryCodes = Done.extend({ recoveryCodes: z.array(z.string()) });
/** POST /v1/account/second-factor/confirm: the codes, and the session's new token. */
export const FactorConfirmed = RecoveryCodes.extend(SessionToken.shape);

/** A recovery of the second factor that is under way. */
export const Recovery = z.object({
  startedAt: instant,
  /** When the link that turns the factor off is mailed. */
  readyAt: instant,
});
export type Recovery = z.infer<typeof Recovery>;
/** Answer of a start, and GET /v1/account/factor-recovery. */
export const RecoveryAnswer = Done.extend({ recovery: Recovery.nullable() });
export type RecoveryAnswer = z.infer<typeof RecoveryAnswer>;

export const Passkey = z.object({
  /** The credential's own, base64url. */
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;
/** GET /v1/account/passkeys */
export const PasskeysAnswer = Done.extend({ passkeys: z.array(Passkey) });
export type PasskeysAnswer = z.infer<typeof PasskeysAnswer>;

const userVerification = z.enum(['required', 'preferred', 'discouraged']);

/** POST /v1/account/passkeys/start: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3. */
export const PasskeyToMake = Done.extend({
  options: z.object({
    /** Base64url, like the id of the user and those of credentials. */
    challenge: z.string(),
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
    /** ms. */
    timeout: z.number().int().optional(),
    attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
    /** The account's other passkeys, so that none is made twice. */
    excludeCredentials: z
      .array(
        z.object({
          id: z.string(),
          /** `public-key`. */
          type: z.string(),
          /** As the browser told them when the passkey was made. */
          transports: z.array(z.string()).optional(),
        }),
      )
      .optional(),
    authenticatorSelection: z
      .object({
        residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: userVerification.optional(),
      })
      .optional(),
    extensions: z.object({ credProps: z.boolean().optional() }).optional(),
    hints: z.array(z.enum(['hybrid', 'security-key', 'client-device'])).optional(),
  }),
});

/** POST …/passkey/start: `PublicKeyCredentialRequestOptionsJSON`; the browser offers the passkeys that it has for us. */
export const PasskeyToUse = Done.extend({
  options: z.object({
    /** Base64url. */
    challenge: z.string(),
    rpId: z.string().optional(),
    /** ms. */
    timeout: z.number().int().optional(),
    userVerification: userVerification.optional(),
  }),
});
