import { z } from 'zod';
import { Done, id, instant, StoreScope } from './common.ts';
import { fileKinds, fileStates } from './file-words.ts';
import { orderMarks, orderStatuses } from './order-words.ts';
import { OrderList } from './orders.ts';

/** Spreadsheets of a store's orders or of their customers, which a job makes for one person. */

/** The filter of the list of orders that was in force. */
const filter = OrderList.pick({ status: true, tag: true, mark: true, search: true }).shape;

/** POST /v1/files/create */
export const FileCreate = StoreScope.extend({ kind: z.enum(fileKinds), ...filter });

/** POST /v1/files/download */
export const FileTarget = StoreScope.extend({ id });

/** POST /v1/files: those of the caller, newest first. */
export const FileListAnswer = Done.extend({
  files: z.array(
    z.object({
      id,
      kind: z.enum(fileKinds),
      state: z.enum(fileStates),
      filter: z.object({
        status: z.enum(['all', ...orderStatuses]).optional(),
        mark: z.enum(orderMarks).optional(),
        tag: z.string().optional(),
        search: z.string().optional(),
      }),
      /** Rows that are written so far. */
      rows: z.number().int(),
      createdAt: instant,
      /** When it ended, well or not; null before. */
      finishedAt: instant.nullable(),
      /** It is deleted then. */
      keptUntil: instant,
    }),
  ),
});
export type FileListAnswer = z.infer<typeof FileListAnswer>;
export type ListFile = FileListAnswer['files'][number];

export const FileCreateAnswer = Done.extend({ id });
