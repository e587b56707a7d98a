import { Readable } from 'node:stream';
import { isConflict, transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { Refusal } from '../../../http/errors.ts';
import { serve } from '../../../http/serve.ts';
import { slowDown } from '../../../http/throttle.ts';
import { recordAudit } from '../../stores/record-audit.ts';
import { sheetCsv } from './export-sheet.ts';
import { importSheet, lookAtSheet } from './import-sheet.ts';

const done = { success: true } as const;

/** The catalogue as a sheet. */
export async function sheetRoutes(app: App, { db }: Deps): Promise<void> {
  serve(app, 'POST /products/export', async ({ store, caller, reply }) => {
    await slowDown(db, [{ key: `products-export:${store.id}`, limit: 30, seconds: 3600 }]);
    await transaction(db, (tx) =>
      recordAudit(tx, store.id, caller, { action: 'product.export', text: 'Baixou a planilha de produtos' }),
    );
    return reply
      .header('content-disposition', `attachment; filename="vitrine-produtos-${store.subdomain}.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(sheetCsv(db, store.id)));
  });

  serve(app, 'POST /products/import/preview', async ({ store, body }) => {
    // Reading a large sheet takes the process a moment.
    await slowDown(db, [{ key: `products-sheet:${store.id}`, limit: 120, seconds: 3600 }]);
    return { ...done, ...(await lookAtSheet(db, store.id, body.csv)) };
  });

  serve(app, 'POST /products/import', async ({ store, caller, body }) => {
    await slowDown(db, [{ key: `products-import:${store.id}`, limit: 60, seconds: 3600 }]);
    try {
      return { ...done, ...(await transaction(db, (tx) => importSheet(tx, store.id, caller, body))) };
    } catch (error) {
      // A large sheet takes longer than a second press waits for the store, and the service is well meanwhile.
      throw isConflict(error) ? new Refusal('sheet_under_way') : error;
    }
  });
}
