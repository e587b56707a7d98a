import { AccountDelete } from '@vitrine/contract/accounts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/door.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { slowDown } from './throttle.ts';

/** What the law gives every person: their data, and their erasure. */
export async function ownDataRoutes(app: App, { db }: Deps): Promise<void> {
  app.get('/v1/account/export', { config: { access: 'account' } }, async (request, reply) => {
    const { accountId } = callerOf(request);
    await slowDown(db, [{ key: `export:${accountId}`, limit: 10, seconds: 3600 }]);
    const data = await exportAccount(db, accountId);
    return reply
      .header('content-disposition', 'attachment; filename="vitrine-meus-dados.json"')
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2));
  });

  app.post(
    '/v1/account/delete',
    { schema: { body: AccountDelete }, config: { access: 'account' } },
    async (request) => {
      await deleteAccount(db, callerOf(request).accountId, request.body);
      return { success: true as const };
    },
  );
}
