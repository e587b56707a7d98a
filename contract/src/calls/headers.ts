import { z } from 'zod';
import { limits } from '../limits.ts';

/** Headers of single calls, as `Call.headers` takes them. */

/** Makes a repeated request the same request: 1 to 255 visible ASCII characters. */
export const Idempotent = z.object({
  'idempotency-key': z
    .string()
    .max(limits.idempotencyKeyMax)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .describe('Makes a repeated request the same one: it is answered as the first one was.'),
});
