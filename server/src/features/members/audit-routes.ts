import { Readable } from 'node:stream';
import { limits } from '@vitrine/contract/limits';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { auditCsv, listAudit, peopleOfAudit } from './read-audit.ts';

/** The log of changes of a store: who changed what and when. */
export async function auditRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /audit', async ({ store, body: { subdomain: _, cursor, limit = limits.pageMax, ...filter } }) => {
    const page = { cursor: cursor?.replaceAll('\u0000', ''), limit: limit + 1 };
    const [rows, people] = await Promise.all([
      listAudit(db, store.id, filter, page),
      cursor === undefined ? peopleOfAudit(db, store.id) : [],
    ]);
    const entries = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? (entries.at(-1)?.id ?? null) : null;
    return { success: true as const, entries, people, nextCursor };
  });

  serve(app, 'POST /audit/export', async ({ store, caller, body: { subdomain: _, ...filter }, reply }) => {
    await slowDown(db, [{ key: `audit-export:${store.id}`, limit: 10, seconds: 3600 }]);
    const text = 'Exportou o registro de alterações';
    await transaction(db, (tx) => recordAudit(tx, store.id, caller, { action: 'store.audit_export', text }));
    return reply
      .header('content-disposition', `attachment; filename="vitrine-alteracoes-${store.subdomain}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(auditCsv(db, store.id, filter)));
  });
}
