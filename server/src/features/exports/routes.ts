import { Readable } from 'node:stream';
import { StoreTarget } from '@vitrine/contract/stores';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { slowDown } from '../../http/throttle.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { tellOwner } from '../stores/tell-owner.ts';
import { exportStore } from './export-store.ts';

/** A store's data, for its owner to take along. */
export async function exportsRoutes(app: App, { db, config }: Deps): Promise<void> {
  app.post(
    '/v1/store/export',
    { schema: { body: StoreTarget }, config: { access: 'store.own', stepUp: true } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id, subdomain } = storeOf(request);
      await slowDown(db, [{ key: `store-export:${id}`, limit: 10, seconds: 3600 }]);
      await transaction(db, async (tx) => {
        await recordAudit(tx, id, caller, 'store.export', 'Exportou os dados da loja');
        await tellOwner(tx, config, id, request, { kind: 'store_exported', did: 'baixou todos os dados da loja' });
      });
      return reply
        .header('content-disposition', `attachment; filename="vitrine-${subdomain}.json"`)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(Readable.from(exportStore(db, id)));
    },
  );
}
