import { limits } from '@vitrine/contract/limits';
import { toReais } from '@vitrine/contract/money';
import { z } from 'zod';
import { nameParty } from '../../db/party.ts';
import { readAtOnce, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { takeAnyBody } from '../../http/any-body.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { serve } from '../../http/serve.ts';
import { slowDown, withinLimit } from '../../http/throttle.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { describePlan } from '../plans/describe-plan.ts';
import { findPlanPayment, listPlanPayments } from './queries.ts';
import { subscribe } from './subscribe.ts';

const Reference = z.object({ reference: z.string().regex(/^[a-z0-9]{20,64}$/) });

const done = { success: true as const };

/** The store's subscription (DECISIONS.md, Plans). */
export async function subscriptionRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;

  serve(app, 'POST /subscription', async ({ store }) => {
    // A payment may be settled between two reads: then the history would say "paid" beside the plan of before.
    const { current, payments } = await readAtOnce(db, async (tx) => ({
      current: await describePlan(tx, store.id),
      payments: await listPlanPayments(tx, store.id),
    }));
    return {
      ...done,
      current,
      history: payments.map((row) => ({
        id: row.id,
        plan: row.plan,
        value: toReais(row.centavos),
        status: row.status,
        createdAt: row.created_at.toISOString(),
        paidAt: row.paid_at?.toISOString() ?? null,
      })),
    };
  });

  serve(app, 'POST /subscription/create', async ({ store, caller: { accountId, name }, body, request }) => {
    const account = await db.selectFrom('account').where('id', '=', accountId).select('email').executeTakeFirst();
    await slowDown(
      db,
      [`store:${store.id}`, `account:${accountId}`].map((who) => {
        return { key: `plan-payment:${who}`, limit: limits.planPaymentsPerHour, seconds: 3600 };
      }),
    );
    const payer = { accountId, name, email: account?.email ?? null };
    const started = await subscribe({ ...deps, log: request.log }, store, payer, body);
    return { ...done, data: { external_reference: started.reference, payment: { init_point: started.initPoint } } };
  });

  await app.register(async (scope: App) => {
    // The body is not read, because anybody can send one. The address says which payment to look up.
    takeAnyBody(scope, 64 * 1024, () => undefined);
    scope.post(
      '/webhooks/mercadopago/plan/:reference',
      { schema: { params: Reference }, config: { access: 'provider', limit: 'search' } },
      async (request) => {
        const { reference } = request.params;
        const payment = await findPlanPayment(db, reference);
        if (!payment) throw new Refusal('not_found');
        nameParty(payment.store_id);
        const rule = { key: `plan-look:${payment.store_id}`, limit: limits.planLookupsPerMinute, seconds: 60 };
        if (await withinLimit(db, rule)) {
          await transaction(db, (tx) => enqueue(tx, 'subscription.check', { reference }));
        }
        return done;
      },
    );
  });
}
