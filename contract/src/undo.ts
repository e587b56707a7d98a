import { z } from 'zod';
import { id, StoreScope } from './common.ts';
import { limits } from './limits.ts';
import { undoKinds } from './undo-words.ts';

/** POST /v1/undo: brings back what somebody deleted, by the ids that it had. */
export const Undo = StoreScope.extend({
  kind: z.enum(undoKinds),
  ids: z.array(id).min(1).max(limits.productsChangedMax),
});

export const UndoAnswer = z.object({
  success: z.literal(true),
  /** What is back. */
  undone: z.array(id),
  /** What could not come back, with the reason for people. */
  left: z.array(z.object({ id, why: z.string() })),
});
