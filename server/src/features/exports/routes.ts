import { Readable } from 'node:stream';
import { StoreExport } from '@vitrine/contract/stores';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { slowDown } from '../accounts/throttle.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { exportStore } from './export-store.ts';

/** A store's data, for its owner to take along. */
export async function exportsRoutes(app: App, { db }: Deps): Promise<void> {
  app.post(
    '/v1/store/export',
    { schema: { body: StoreExport }, config: { access: 'store.own' } },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id, subdomain } = storeOf(request);
      await confirmPassword(db, caller.accountId, request.body.password);
      await slowDown(db, [{ key: `store-export:${id}`, limit: 10, seconds: 3600 }]);
      await transaction(db, (tx) => recordAudit(tx, id, caller, 'store.export', 'Exportou os dados da loja'));
      return reply
        .header('content-disposition', `attachment; filename="vitrine-${subdomain}.json"`)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(Readable.from(exportStore(db, id)));
    },
  );
}
