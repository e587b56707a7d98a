import { StoreScope } from '@vitrine/contract/common';
import { limits } from '@vitrine/contract/limits';
import { toReais } from '@vitrine/contract/money';
import { type SubscriptionAnswer, SubscriptionCreate } from '@vitrine/contract/plans';
import { z } from 'zod';
import { nameParty } from '../../db/party.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { takeAnyBody } from '../../http/any-body.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf, storeOf } from '../../http/door.ts';
import { Refusal } from '../../http/errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { slowDown, withinLimit } from '../accounts/throttle.ts';
import { describePlan } from '../plans/describe-plan.ts';
import { findPlanPayment, listPlanPayments } from './queries.ts';
import { subscribe } from './subscribe.ts';

const Reference = z.object({ reference: z.string().regex(/^[a-z0-9]{20,64}$/) });

/** The store's subscription (DECISIONS.md, Plans). */
export async function subscriptionRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;
  const manage = { access: 'plan.manage' } as const;

  app.post('/v1/subscription', { schema: { body: StoreScope }, config: manage }, async (request) => {
    const store = storeOf(request).id;
    const [current, payments] = await Promise.all([describePlan(db, store), listPlanPayments(db, store)]);
    const answer: SubscriptionAnswer = {
      success: true,
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
    return answer;
  });

  app.post('/v1/subscription/create', { schema: { body: SubscriptionCreate }, config: manage }, async (request) => {
    const { accountId, name } = callerOf(request);
    const account = await db.selectFrom('account').where('id', '=', accountId).select('email').executeTakeFirst();
    await slowDown(
      db,
      [`store:${storeOf(request).id}`, `account:${accountId}`].map((who) => {
        return { key: `plan-payment:${who}`, limit: limits.planPaymentsPerHour, seconds: 3600 };
      }),
    );
    const payer = { name, email: account?.email ?? null };
    const started = await subscribe({ ...deps, log: request.log }, storeOf(request), payer, request.body);
    return {
      success: true,
      data: { external_reference: started.reference, payment: { init_point: started.initPoint } },
    };
  });

  await app.register(async (scope: App) => {
    // Nothing of the body is read: the address alone says where to look.
    takeAnyBody(scope, 64 * 1024, () => undefined);
    scope.post(
      '/webhooks/mercadopago/plan/:reference',
      { schema: { params: Reference, hide: true }, config: { access: 'provider', limit: 'search' } },
      async (request) => {
        const { reference } = request.params;
        const payment = await findPlanPayment(db, reference);
        if (!payment) throw new Refusal('not_found');
        nameParty(payment.store_id);
        const rule = { key: `plan-look:${payment.store_id}`, limit: limits.planLookupsPerMinute, seconds: 60 };
        if (await withinLimit(db, rule)) {
          await transaction(db, (tx) => enqueue(tx, 'subscription.check', { reference }));
        }
        return { success: true };
      },
    );
  });
}
