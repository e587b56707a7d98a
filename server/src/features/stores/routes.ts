import { errors } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import { mayDo } from '@vitrine/contract/permissions';
import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { requireProven } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { senderOf } from '../../http/network.ts';
import { serve } from '../../http/serve.ts';
import { type Caller, requireConfirmed } from '../../http/session.ts';
import { slowDown } from '../../http/throttle.ts';
import { clientOf } from '../accounts/client.ts';
import { recordSecurity } from '../accounts/security-log/record-security.ts';
import { mailName } from '../mail/mail-names.ts';
import { scriptOf } from './connection/script-zip.ts';
import { addressProblem, createStore } from './create-store.ts';
import { deleteStore } from './delete-store.ts';
import { editStore, requirePicture, savePaymentToken, setStoreStatus } from './edit-store.ts';
import { currentGameToken, issueGameToken, openGameToken } from './game-token.ts';
import { checkPaymentToken } from './payment-account/mercado-pago.ts';
import { keepFormerAccount } from './payment-account/payment-change.ts';
import { paymentChangeRoutes } from './payment-account/payment-change-routes.ts';
import { panelUrl, storeUrl } from './public-url.ts';
import { listStores, readStore, type StoreRow } from './queries.ts';
import { recordAudit } from './record-audit.ts';
import { keepsToken, storeOnWire } from './store.ts';
import { tellOwner } from './tell-owner.ts';

const done = { success: true as const };

/** Stores: list, creation, settings, identification token and the script (SPEC.md section 7). */
export async function storesRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config } = deps;
  await paymentChangeRoutes(app, deps);
  // Only a session that was confirmed lately sees the identification token.
  const view = (row: StoreRow, role: Role, { confirmed }: Caller, factorDue: Date | null = null) =>
    storeOnWire({
      row,
      role,
      factorDue,
      url: storeUrl(config, row.subdomain),
      apiToken: confirmed && row.token_cipher ? openGameToken(config.secret, row.token_cipher, row.id) : null,
    });

  serve(app, 'GET /store', async ({ caller }) => {
    const rows = await listStores(db, caller.accountId);
    return { ...done, response: rows.map((row) => view(row, row.role, caller, row.factor_due)) };
  });

  serve(app, 'POST /store/address', async ({ caller, body }) => {
    // Anybody may open an address and see whether a store is there; the limit keeps lists from being tried here.
    await slowDown(db, [{ key: `address:${caller.accountId}`, limit: 120, seconds: 600 }]);
    const problem = await addressProblem(db, body.nameDomain);
    return { ...done, free: problem === null, text: problem && errors[problem].text };
  });

  serve(app, 'POST /store/create', async ({ caller, body }) => {
    await slowDown(db, [{ key: `store-create:${caller.accountId}`, limit: 30, seconds: 3600 }]);
    const row = await transaction(db, async (tx) => {
      if (body.logo) await requirePicture(tx, caller.accountId, body.logo);
      const { id } = await createStore(tx, config.secret, caller, body);
      return await readStore(tx, id);
    });
    return { ...done, response: view(row, 'owner', caller) };
  });

  serve(
    app,
    'POST /store/edit',
    async ({ store: { id }, caller, role, body, request }) => {
      const token = body.mercadoPago?.accessToken ?? '';
      // Only a new payment token needs a proven account and a confirmed session; the other settings do not.
      if (!keepsToken(token)) {
        // Where the money goes is a right of its own: a store's own role may change settings without it.
        if (!mayDo(role, 'store.connect')) throw new Refusal('forbidden');
        requireProven(caller);
        if (!caller.confirmed) throw new Refusal('step_up_required');
        // Each try asks the provider, so nobody may test lists of stolen tokens here. The store's limit counts each person
        // alone, so that a thief's tries do not keep the owner from putting the right account back.
        await slowDown(db, [
          { key: `payment-token:${caller.accountId}`, limit: limits.paymentTokenTriesAccount, seconds: 3600 },
          {
            key: `payment-token-sender:${senderOf(request.ip)}`,
            limit: limits.paymentTokenTriesAccount,
            seconds: 3600,
          },
          { key: `payment-token-store:${id}:${caller.accountId}`, limit: limits.paymentTokenTries, seconds: 3600 },
        ]);
      }
      // Before the transaction, because a transaction never waits for an outside service.
      const checked = keepsToken(token)
        ? undefined
        : await checkPaymentToken(config.mercadoPago.apiUrl, id, token).catch(async (error: unknown) => {
            const client = clientOf(request);
            await recordSecurity(db, {
              accountId: caller.accountId,
              storeId: id,
              kind: 'payment_account_refused',
              client,
            });
            throw error;
          });
      const row = await transaction(db, async (tx) => {
        await editStore(tx, id, caller, body);
        // Checked again after the lock is taken: the provider takes seconds to answer, and the session may have ended.
        if (checked) {
          await requireConfirmed(tx, caller);
          await keepFormerAccount(tx, id, caller, clientOf(request), checked);
          await savePaymentToken(tx, config.secret, id, caller, checked);
          await tellOwner(tx, config, id, request, {
            kind: 'payment_account_saved',
            did: `conectou a conta ${mailName(checked.nickname, 'de nome oculto')} (nº ${checked.collectorId}) do Mercado Pago: o dinheiro das vendas cai nela`,
            detail: { account: checked.nickname },
            path: '/config?tab=pagamentos',
          });
        }
        return await readStore(tx, id);
      });
      return { ...done, response: view(row, role, caller) };
    },
    async ({ store: { id }, caller, role }) => view(await readStore(db, id), role, caller),
  );

  serve(app, 'POST /store/status', async ({ store: { id }, caller, role, body: { status } }) => {
    const row = await transaction(db, async (tx) => {
      await setStoreStatus(tx, id, caller, status);
      return await readStore(tx, id);
    });
    return { ...done, response: view(row, role, caller) };
  });

  serve(app, 'GET /store/script/download', async ({ reply, query: { game } }) => {
    const script = scriptOf(game, panelUrl(config));
    if (!script) throw new Refusal('script_missing');
    return reply
      .header('content-type', script.type)
      .header('content-disposition', `attachment; filename="${script.name}"`)
      .header('x-content-sha256', script.sha256)
      .send(script.bytes);
  });

  serve(app, 'POST /store/policy', async ({ store: { id }, caller }) => {
    await transaction(db, async (tx) => {
      const first = await tx
        .updateTable('store')
        .set({ policy_confirmed_at: sql<Date>`now()`, policy_confirmed_by: caller.accountId })
        .where('id', '=', id)
        .where('policy_confirmed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (first)
        await recordAudit(tx, id, caller, {
          action: 'store.policy',
          text: 'Confirmou o aviso sobre a licença da Cfx.re',
        });
    });
    return done;
  });

  serve(app, 'POST /store/token', async ({ store }) => {
    const apiToken = await currentGameToken(db, config.secret, store.id);
    return { ...done, apiToken: apiToken ?? null };
  });

  serve(app, 'POST /store/token/rotate', async ({ store: { id }, caller, request }) => {
    await slowDown(db, [{ key: `token-rotate:${id}`, limit: 10, seconds: 3600 }]);
    const apiToken = await transaction(db, async (tx) => {
      await requireConfirmed(tx, caller);
      await recordAudit(tx, id, caller, { action: 'store.token', text: 'Trocou o token de identificação' });
      await tellOwner(tx, config, id, request, {
        kind: 'game_token_rotated',
        did: 'trocou o token de identificação da loja',
        path: '/config?tab=servidores',
      });
      return await issueGameToken(tx, config.secret, id);
    });
    return { ...done, apiToken };
  });

  serve(app, 'POST /store/delete', async ({ store: { id }, caller, request }) => {
    await transaction(db, async (tx) => {
      await deleteStore(tx, id, caller);
      await tellOwner(tx, config, id, request, {
        kind: 'store_deleted',
        did: 'excluiu a loja',
        path: '/profile',
        step: 'Se não foi você, crie uma nova senha agora e fale com o suporte.',
      });
    });
    return done;
  });
}
