import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { mailName } from '../../mail/mail-names.ts';
import { tellOwner } from '../tell-owner.ts';
import { acceptPaymentChange, listPaymentChanges, undoPaymentChange } from './payment-change.ts';

/** The name of a payment account as a mail may carry it. */
const shown = (account: string) => mailName(account, 'de nome oculto');

const done = { success: true as const };

/** New payment accounts of the last 72 hours: all administrators see them and can undo them with one press. */
export async function paymentChangeRoutes(app: App, { db, config }: Deps): Promise<void> {
  serve(app, 'POST /store/payment-account', async ({ store, caller }) => ({
    ...done,
    changes: await listPaymentChanges(db, store.id, caller),
  }));

  // Without a confirmation if the store had an account before: one press must be enough to stop a thief.
  serve(app, 'POST /store/payment-account/undo', async ({ store, caller, body, request }) => {
    await transaction(db, async (tx) => {
      const { account, former } = await undoPaymentChange(tx, store.id, caller, body.id);
      const undone = shown(account);
      await tellOwner(tx, config, store.id, request, {
        kind: 'payment_account_undone',
        did: former
          ? `desfez a troca da conta do Mercado Pago: o dinheiro volta a cair em ${shown(former)}, e não em ${undone}`
          : `desfez a conexão da conta ${undone} do Mercado Pago: a loja não recebe até conectar outra`,
        detail: { account },
        path: '/config?tab=pagamentos',
      });
    });
    return done;
  });

  serve(app, 'POST /store/payment-account/accept', async ({ store, caller, body, request }) => {
    await transaction(db, async (tx) => {
      const account = await acceptPaymentChange(tx, store.id, caller, body.id);
      if (account === undefined) return;
      await tellOwner(tx, config, store.id, request, {
        kind: 'payment_account_accepted',
        did: `disse que a conta ${shown(account)} do Mercado Pago está certa`,
        detail: { account },
        path: '/config?tab=pagamentos',
      });
    });
    return done;
  });
}
