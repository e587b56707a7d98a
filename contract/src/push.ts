import { z } from 'zod';
import { Done, id, instant } from './common.ts';

/** Notices in a person's browsers, also while the panel is closed (w3.org/TR/push-api). */

const PUSH_REFUSED = 'O navegador enviou dados que não servem para avisos. Atualize o navegador e tente de novo.';

/** POST /v1/account/push, as `PushSubscription.toJSON()` writes it. */
export const PushAdd = z.object({
  endpoint: z
    .string()
    .max(1024, PUSH_REFUSED)
    .pipe(z.url({ protocol: /^https$/, error: PUSH_REFUSED })),
  keys: z.object({
    /** A point of the curve P-256, uncompressed. */
    p256dh: z.string().regex(/^B[\w-]{86}$/, PUSH_REFUSED),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}$/, PUSH_REFUSED),
  }),
});
export type PushAdd = z.infer<typeof PushAdd>;

const PushBrowser = z.object({
  id,
  /** `Chrome no Windows`. */
  device: z.string(),
  /** The caller's session asked for it. */
  current: z.boolean(),
  createdAt: instant,
  /** When it got the last notice. */
  sentAt: instant.nullable(),
});
export type PushBrowser = z.infer<typeof PushBrowser>;

/** GET /v1/account/push */
export const PushAnswer = Done.extend({
  /** The installation's public key, for `PushManager.subscribe`. */
  key: z.string(),
  browsers: z.array(PushBrowser),
});

/** POST /v1/account/push/remove */
export const PushTarget = z.object({ id });
