import { type PaymentChangesAnswer, PaymentChangeTarget } from '@vitrine/contract/payment-changes';
import { StoreTarget } from '@vitrine/contract/stores';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { mailName } from '../accounts/mail-names.ts';
import { acceptPaymentChange, listPaymentChanges, undoPaymentChange } from './payment-change.ts';
import { tellOwner } from './tell-owner.ts';

/** The name of a payment account as a mail may carry it. */
const shown = (account: string) => mailName(account, 'de nome oculto');

/** The new payment account of the last 72 hours: seen by all administrators, undone with one press. */
export async function paymentChangeRoutes(app: App, { db, config }: Deps): Promise<void> {
  app.post(
    '/v1/store/payment-account',
    { schema: { body: StoreTarget }, config: { access: 'store.connect' } },
    async (request): Promise<PaymentChangesAnswer> => ({
      success: true,
      changes: await listPaymentChanges(db, storeOf(request).id, callerOf(request)),
    }),
  );

  // One press: whoever undoes is asked for nothing, where that brings back an account that the store had.
  app.post(
    '/v1/store/payment-account/undo',
    { schema: { body: PaymentChangeTarget }, config: { access: 'store.connect' } },
    async (request) => {
      const { id } = storeOf(request);
      await transaction(db, async (tx) => {
        const { account, former } = await undoPaymentChange(tx, id, callerOf(request), request.body.id);
        const left = shown(account);
        await tellOwner(tx, config, id, request, {
          kind: 'payment_account_undone',
          did: former
            ? `desfez a troca da conta do Mercado Pago: o dinheiro volta a cair em ${shown(former)}, e não em ${left}`
            : `desfez a conexão da conta ${left} do Mercado Pago: a loja não recebe até conectar outra`,
          detail: { account },
          path: '/config?tab=pagamentos',
        });
      });
      return { success: true as const };
    },
  );

  app.post(
    '/v1/store/payment-account/accept',
    { schema: { body: PaymentChangeTarget }, config: { access: 'store.connect', stepUp: true } },
    async (request) => {
      const { id } = storeOf(request);
      await transaction(db, async (tx) => {
        const account = await acceptPaymentChange(tx, id, callerOf(request), request.body.id);
        if (account === undefined) return;
        await tellOwner(tx, config, id, request, {
          kind: 'payment_account_accepted',
          did: `disse que a conta ${shown(account)} do Mercado Pago está certa`,
          detail: { account },
          path: '/config?tab=pagamentos',
        });
      });
      return { success: true as const };
    },
  );
}
