import { z } from 'zod';
import { text } from './common.ts';
import { limits } from './limits.ts';

/** Passkeys (WebAuthn level 3): what browsers send, as `toJSON` writes it. */
const encoded = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
const credential = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
};

/** A new passkey. */
const PasskeyMade = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
/** A passkey's signature. */
export const PasskeySigned = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(4000),
    userHandle: encoded(200).nullish(),
  }),
});
export type PasskeySigned = z.infer<typeof PasskeySigned>;

/** POST /v1/account/passkeys */
export const PasskeyAdd = z.object({
  name: text(limits.passkeyNameMax).refine((name) => name !== '', 'Dê um nome à passkey.'),
  credential: PasskeyMade,
});
export type PasskeyAdd = z.infer<typeof PasskeyAdd>;
/** POST /v1/login/passkey, POST /v1/account/confirm/passkey */
export const PasskeyUse = z.object({ credential: PasskeySigned });
/** POST /v1/account/passkeys/remove */
export const PasskeyTarget = z.object({ id: encoded(1400) });
