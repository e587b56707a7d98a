import { PolicyConfirm, StoreCreate, StoreDelete, StoreEdit, StoreStatus, StoreTarget } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import { openText } from '../../db/seal.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { slowDown } from '../accounts/throttle.ts';
import { createStore } from './create-store.ts';
import { deleteStore } from './delete-store.ts';
import { editStore, requirePicture, savePaymentToken, setStoreStatus } from './edit-store.ts';
import { issueGameToken } from './game-token.ts';
import { checkPaymentToken } from './mercado-pago.ts';
import { storeUrl } from './public-url.ts';
import { listStores, readStore, type StoreRow } from './queries.ts';
import { recordAudit } from './record-audit.ts';
import { scriptZip } from './script-zip.ts';
import { keepsToken, storeOnWire } from './store.ts';

/** Stores: list, creation, settings, identification token and the script (SPEC.md section 7). */
export async function storesRoutes(app: App, { db, config }: Deps): Promise<void> {
  const view = (row: StoreRow, role: Parameters<typeof storeOnWire>[0]['role']) =>
    storeOnWire({
      row,
      role,
      url: storeUrl(config, row.subdomain),
      apiToken: row.token_cipher && openText(config.secret, row.token_cipher, row.id),
    });

  app.get('/v1/store', { config: { access: 'account' } }, async (request) => {
    const rows = await listStores(db, callerOf(request).accountId);
    return { success: true as const, response: rows.map((row) => view(row, row.role)) };
  });

  app.post('/v1/store/create', { schema: { body: StoreCreate }, config: { access: 'account' } }, async (request) => {
    const caller = callerOf(request);
    await slowDown(db, [{ key: `store-create:${caller.accountId}`, limit: 30, seconds: 3600 }]);
    const row = await transaction(db, async (tx) => {
      if (request.body.logo) await requirePicture(tx, caller.accountId, request.body.logo);
      const { id } = await createStore(tx, config.secret, caller, request.body);
      return await readStore(tx, id);
    });
    return { success: true as const, response: view(row, 'owner') };
  });

  app.post(
    '/v1/store/edit',
    { schema: { body: StoreEdit }, config: { access: 'store.edit', storeById: true } },
    async (request) => {
      const { id } = storeOf(request);
      const caller = callerOf(request);
      const token = request.body.mercadoPago?.accessToken ?? '';
      // Asked before the transaction: a transaction never waits for anyone outside.
      const checked = keepsToken(token) ? undefined : await checkPaymentToken(config.mercadoPago.apiUrl, token);
      const row = await transaction(db, async (tx) => {
        await editStore(tx, id, caller, request.body);
        if (checked) await savePaymentToken(tx, config.secret, id, caller, checked);
        return await readStore(tx, id);
      });
      return { success: true as const, response: view(row, request.role ?? 'attendant') };
    },
  );

  app.post('/v1/store/status', { schema: { body: StoreStatus }, config: { access: 'store.edit' } }, async (request) => {
    const { id } = storeOf(request);
    const row = await transaction(db, async (tx) => {
      await setStoreStatus(tx, id, callerOf(request), request.body.status);
      return await readStore(tx, id);
    });
    return { success: true as const, response: view(row, request.role ?? 'attendant') };
  });

  app.get('/v1/store/script/download', { config: { access: 'account' } }, async (_request, reply) => {
    const { bytes, version, sha256 } = scriptZip();
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="vitrine-fivem-${version}.zip"`)
      .header('x-content-sha256', sha256)
      .send(bytes);
  });

  app.post(
    '/v1/store/policy',
    { schema: { body: PolicyConfirm }, config: { access: 'store.connect' } },
    async (request) => {
      const { id } = storeOf(request);
      const caller = callerOf(request);
      await transaction(db, async (tx) => {
        const first = await tx
          .updateTable('store')
          .set({ policy_confirmed_at: sql<Date>`now()`, policy_confirmed_by: caller.accountId })
          .where('id', '=', id)
          .where('policy_confirmed_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (first) await recordAudit(tx, id, caller, 'store.policy', 'Confirmou o aviso sobre a licença da Cfx.re');
      });
      return { success: true as const };
    },
  );

  app.post(
    '/v1/store/token/rotate',
    { schema: { body: StoreTarget }, config: { access: 'store.connect' } },
    async (request) => {
      const { id } = storeOf(request);
      const caller = callerOf(request);
      await slowDown(db, [{ key: `token-rotate:${id}`, limit: 10, seconds: 3600 }]);
      const apiToken = await transaction(db, async (tx) => {
        await recordAudit(tx, id, caller, 'store.token', 'Trocou o token de identificação');
        return await issueGameToken(tx, config.secret, id);
      });
      return { success: true as const, apiToken };
    },
  );

  app.post('/v1/store/delete', { schema: { body: StoreDelete }, config: { access: 'store.own' } }, async (request) => {
    const caller = callerOf(request);
    await confirmPassword(db, caller.accountId, request.body.password);
    await transaction(db, (tx) => deleteStore(tx, storeOf(request).id, caller));
    return { success: true as const };
  });
}
