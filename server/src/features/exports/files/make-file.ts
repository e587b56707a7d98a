import { mayDo } from '@vitrine/contract/permissions';
import type { Config } from '../../../config.ts';
import { CSV_START, csvLine } from '../../../csv.ts';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import type { Task } from '../../../jobs/task.ts';
import { deliverySummaries } from '../../deliveries/read-deliveries.ts';
import { sendMail } from '../../mail/send-mail.ts';
import type { ListedOrders } from '../../orders/order-filter.ts';
import { panelUrl } from '../../stores/public-url.ts';
import {
  addPart,
  addressOf,
  customerRows,
  deleteOldFiles,
  endFile,
  lockFile,
  lostFiles,
  orderRows,
} from './queries.ts';
import { customerHead, customerLines, orderHead, orderLines } from './rows.ts';

/** Orders of one part: few enough to be in memory, and to be read in one short transaction. */
const ORDERS = 500;
/** Customers of one part. Each part adds up all orders of the filter again, so that many customers need few parts. */
const CUSTOMERS = 5_000;
/** How long one run works for its store, so that other stores have their turns. */
const TURN_MS = 20_000;
/** If a file took longer than this, in seconds, its person no longer waits at the page. A mail tells them how it ended. */
const SLOW_SECONDS = 30;

type LockedFile = NonNullable<Awaited<ReturnType<typeof lockFile>>>;

/** The next rows of a file as text, and behind which row the next part begins; `more` says whether there may be one. */
async function nextPart(tx: Tx, store: StoreId, file: LockedFile) {
  const filter = file.filter as ListedOrders;
  if (file.kind === 'customers') {
    const rows = await customerRows(tx, store, filter, file.cursor, CUSTOMERS);
    const cells = customerLines(file.time_zone);
    return {
      head: customerHead,
      lines: rows.map(cells),
      cursor: rows.at(-1)?.key ?? file.cursor,
      more: rows.length === CUSTOMERS,
    };
  }
  const rows = await orderRows(tx, store, filter, file.cursor, ORDERS);
  const ids = rows.map(({ id }) => id);
  const deliveries = await deliverySummaries(tx, store, ids);
  const cells = orderLines(file.time_zone);
  const none = { total: 0, succeeded: 0, problem: 0 };
  return {
    head: orderHead,
    lines: rows.map((row) => cells(row, deliveries.get(row.id) ?? none)),
    cursor: rows.at(-1)?.id ?? file.cursor,
    more: rows.length === ORDERS,
  };
}

/** Writes the next part of a file in one transaction, so that after a crash the job goes on behind it. False at the end. */
async function step(tx: Tx, config: Config, store: StoreId, id: string): Promise<boolean> {
  const file = await lockFile(tx, store, id);
  if (!file) return false;
  // Whoever may not have the file gets no part of it either.
  if (file.role === null || !mayDo(file.role, 'orders.read')) {
    await finish(tx, config, store, id, 'failed');
    return false;
  }
  const { head, lines, cursor, more } = await nextPart(tx, store, file);
  const start = file.parts === 0 ? CSV_START + csvLine(head) : '';
  await addPart(tx, store, file, { body: start + lines.map(csvLine).join(''), rows: lines.length, cursor });
  if (!more) await finish(tx, config, store, id, 'ready');
  return more;
}

/** Ends a file, and mails whoever asked for it where it took long and they may still have it. */
async function finish(tx: Tx, config: Config, store: StoreId, id: string, state: 'ready' | 'failed'): Promise<void> {
  const ended = await endFile(tx, store, id, state);
  if (!ended || ended.seconds < SLOW_SECONDS) return;
  const person = await addressOf(tx, store, ended.account);
  if (!person?.email || !mayDo(person.role, 'orders.read')) return;
  await sendMail(tx, config, {
    kind: 'file_ended',
    to: person.email,
    storeId: store,
    member: { account: ended.account, needs: ['orders.read'] },
    data: { list: ended.kind, rows: ended.rows, ready: state === 'ready', url: panelUrl(config, '/orders?files=all') },
  });
}

/** Makes one file part by part. It may be repeated at any point. After its last attempt the file says that it failed. */
export const fileTask: Task<'exports.file'> = {
  concurrency: 2,
  perStore: 1,
  retries: 4,
  run: async ({ db, config }, { storeId, fileId }, { signal, last }) => {
    const until = performance.now() + TURN_MS;
    try {
      while (!signal.aborted) {
        if (performance.now() > until) {
          return await transaction(db, (tx) => enqueue(tx, 'exports.file', { storeId, fileId }));
        }
        if (!(await transaction(db, (tx) => step(tx, config, storeId, fileId)))) return;
      }
    } catch (error) {
      if (last) await transaction(db, (tx) => finish(tx, config, storeId, fileId, 'failed'));
      throw error;
    }
  },
};

/** Marks files that lost their worker as failed, and deletes files whose time is over. */
async function tidyFiles({ db, config }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    for (const row of await lostFiles(tx)) await finish(tx, config, storeIdOf(row), row.id, 'failed');
    await deleteOldFiles(tx);
  });
}

export const fileSweep: Sweep = { name: 'exports.files', every: 60, run: tidyFiles };
