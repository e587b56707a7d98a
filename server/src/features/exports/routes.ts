import { Readable } from 'node:stream';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { serve } from '../../http/serve.ts';
import { slowDown } from '../../http/throttle.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { tellOwner } from '../stores/tell-owner.ts';
import { exportStore } from './export-store.ts';

/** The download of all data of a store, for its owner. */
export async function exportsRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /store/export', async ({ store: { id, subdomain }, caller, request, reply }) => {
    await slowDown(db, [{ key: `store-export:${id}`, limit: 10, seconds: 3600 }]);
    await transaction(db, async (tx) => {
      await recordAudit(tx, id, caller, { action: 'store.export', text: 'Exportou os dados da loja' });
      await tellOwner(tx, config, id, request, { kind: 'store_exported', did: 'baixou todos os dados da loja' });
    });
    return reply
      .header('content-disposition', `attachment; filename="vitrine-${subdomain}.json"`)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportStore(db, id)));
  });
}
