import { Readable } from 'node:stream';
import { fileKindTexts } from '@vitrine/contract/file-words';
import type { ListFile } from '@vitrine/contract/files';
import { orderMarkTexts, orderStatusTexts } from '@vitrine/contract/order-words';
import type { Db } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import type { StoreId } from '../../../http/store.ts';
import { slowDown } from '../../../http/throttle.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { recordAudit } from '../../stores/record-audit.ts';
import { filesOf, findFile, findUnderWay, insertFile, readPart } from './queries.ts';

const done = { success: true } as const;
/** Files that a person may ask for in an hour, in one store. */
const ASKED_PER_HOUR = 20;
const DOWNLOADS_PER_HOUR = 60;

/** Spreadsheets of orders and customers: asked for, made by a job, downloaded by whoever asked. */
export function filesRoutes(app: App, { db }: Deps): void {
  serve(app, 'POST /files', async ({ store, caller }) => {
    const rows = await filesOf(db, store.id, caller.accountId);
    return {
      ...done,
      files: rows.map(({ filter, created_at, finished_at, kept_until, parts: _, ...file }) => ({
        ...file,
        filter: filter as ListFile['filter'],
        createdAt: created_at.toISOString(),
        finishedAt: finished_at?.toISOString() ?? null,
        keptUntil: kept_until.toISOString(),
      })),
    };
  });

  serve(app, 'POST /files/create', async ({ store, caller, body: { subdomain: _, kind, ...given } }) => {
    const account = caller.accountId;
    // An empty field and one that is absent are the same filter.
    const filter: ListFile['filter'] = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value && value !== 'all'),
    );
    await slowDown(db, [{ key: `file-create:${store.id}:${account}`, limit: ASKED_PER_HOUR, seconds: 3600 }]);
    const id = await transaction(db, async (tx) => {
      const underWay = await findUnderWay(tx, store.id, { account, kind, filter });
      if (underWay) return underWay;
      const file = newId();
      await insertFile(tx, store.id, { id: file, account, kind, filter });
      await enqueue(tx, 'exports.file', { storeId: store.id, fileId: file });
      await recordAudit(tx, store.id, caller, {
        action: 'file.create',
        text: `Gerou uma planilha de ${fileKindTexts[kind]}`,
        after: { filter: filterWords(filter) },
      });
      return file;
    });
    return { ...done, id };
  });

  serve(app, 'POST /files/download', async ({ store, caller, body, reply }) => {
    await slowDown(db, [
      { key: `file-download:${store.id}:${caller.accountId}`, limit: DOWNLOADS_PER_HOUR, seconds: 3600 },
    ]);
    const file = await findFile(db, store.id, caller.accountId, body.id);
    if (!file) throw new Refusal('file_not_found');
    if (file.state !== 'ready') throw new Refusal('file_not_ready');
    await transaction(db, (tx) =>
      recordAudit(tx, store.id, caller, {
        action: 'file.download',
        text: `Baixou uma planilha de ${fileKindTexts[file.kind]} (${file.rows} linhas)`,
      }),
    );
    return reply
      .header(
        'content-disposition',
        `attachment; filename="vitrine-${fileKindTexts[file.kind]}-${store.subdomain}.csv"`,
      )
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(partsOf(db, store.id, file)));
  });
}

/** The filter as the log keeps it. What somebody searched for may be a buyer's name, so it is left out. */
function filterWords({ status, mark, tag, search }: ListFile['filter']): string {
  const words = [
    status && status !== 'all' && orderStatusTexts[status],
    mark && orderMarkTexts[mark],
    tag && `etiqueta ${tag}`,
    search && 'com busca',
  ];
  return words.filter(Boolean).join(', ') || 'nenhum';
}

/** The file part by part. If it is deleted meanwhile, the download breaks, so that nobody takes a piece for the whole. */
async function* partsOf(db: Db, store: StoreId, { id, parts }: { id: string; parts: number }): AsyncGenerator<string> {
  for (let n = 0; n < parts; n += 1) {
    const part = await readPart(db, store, id, n);
    if (part === undefined) throw new Error('the file was deleted while somebody downloaded it');
    yield part;
  }
}
