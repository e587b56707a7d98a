import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { slowDown } from '../../../http/throttle.ts';
import { tellOwnChange } from '../tell-own-change.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

/** What the law gives every person: a copy of their data, and its erasure. */
export async function ownDataRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'GET /account/export', async ({ caller: { accountId }, request, reply }) => {
    await slowDown(db, [{ key: `export:${accountId}`, limit: 10, seconds: 3600 }]);
    const data = await exportAccount(db, accountId);
    await transaction(db, (tx) =>
      tellOwnChange(tx, config, request, 'account_exported', 'Os dados da sua conta foram baixados.'),
    );
    return reply
      .header('content-disposition', 'attachment; filename="vitrine-meus-dados.json"')
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(data, null, 2));
  });

  serve(app, 'POST /account/delete', async ({ caller, body }) => {
    await deleteAccount(db, config, caller, body);
    return { success: true as const };
  });
}
