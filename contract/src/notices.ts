import { z } from 'zod';
import { Done, StoreScope } from './common.ts';
import { noticeKindNames } from './notice-kinds.ts';

/** What each member of a team wants to hear of their store, and how. */

const NoticeChoice = z.object({ kind: z.enum(noticeKindNames), mail: z.boolean(), push: z.boolean() });
export type NoticeChoice = z.infer<typeof NoticeChoice>;

/** POST /v1/notices */
export const NoticesAnswer = Done.extend({
  /** The kinds that the caller's role may hear of. */
  choices: z.array(NoticeChoice),
});

/** POST /v1/notices/edit. Kinds that are not named stay as they are. */
export const NoticesEdit = StoreScope.extend({
  choices: z.array(NoticeChoice).min(1).max(noticeKindNames.length),
});
export type NoticesEdit = z.infer<typeof NoticesEdit>;
