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
import { drawPlanReceipt } from './draw-plan-receipt.ts';
import { endOpenPayment } from './end-open-payment.ts';
import { readOffers } from './plan-time.ts';
import { findOwnPayment, findPlanPayment, listPlanPayments } from './queries.ts';
import { subscribe } from './subscribe.ts';

const Reference = z.object({ reference: z.string().regex(/^[a-z0-9]{20,64}$/) });

const done = { success: true as const };

/** The store's subscription (DECISIONS.md, Plans). */
export async function subscriptionRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;

  /** Leaves a job that asks the provider about a payment, unless there were very many lately. A sweep asks anyway. */
  const askSoon = async ({ store_id: store, reference }: { store_id: string; reference: string }) => {
    const rule = { key: `plan-look:${store}`, limit: limits.planLookupsPerMinute, seconds: 60 };
    if (await withinLimit(db, rule)) await transaction(db, (tx) => enqueue(tx, 'subscription.check', { reference }));
  };

  serve(app, 'POST /subscription', async ({ store, body }) => {
    // A payment may be settled between two reads. Then the history would say "paid" beside the former plan.
    const { current, payments, offers } = await readAtOnce(db, async (tx) => ({
      current: await describePlan(tx, store.id),
      payments: await listPlanPayments(tx, store.id),
      offers: await readOffers(tx, store.id),
    }));
    const awaited = payments.find(({ id, status }) => id === body.payment && status !== 'paid');
    if (awaited) await askSoon(awaited);
    return {
      ...done,
      current,
      history: payments.map((row) => ({
        id: row.id,
        plan: row.plan,
        months: row.months === 12 ? (12 as const) : (1 as const),
        value: toReais(row.centavos),
        status: row.status,
        createdAt: row.created_at.toISOString(),
        paidAt: row.paid_at?.toISOString() ?? null,
        open:
          row.status === 'pending' && row.init_point !== null
            ? { init_point: row.init_point, until: row.expires_at.toISOString() }
            : null,
      })),
      offers,
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

  serve(app, 'POST /subscription/cancel', async ({ store, caller: { accountId, name }, body, request }) => {
    await slowDown(db, [{ key: `plan-cancel:${store.id}`, limit: limits.planPaymentsPerHour * 2, seconds: 3600 }]);
    await endOpenPayment({ ...deps, log: request.log }, store.id, { accountId, name }, body.id);
    return done;
  });

  serve(app, 'GET /subscription/:id/receipt', async ({ store, params, reply }) => {
    const payment = await findOwnPayment(db, store.id, params.id);
    if (!payment) throw new Refusal('plan_payment_not_found');
    const { status, paid_at: paidAt } = payment;
    if (paidAt === null || status === 'pending' || status === 'cancelled') throw new Refusal('plan_payment_not_paid');
    const { name, legal } = await db
      .selectFrom('store')
      .where('id', '=', store.id)
      .select(['name', 'legal'])
      .executeTakeFirstOrThrow();
    const { plan, months, centavos, provider_id: number } = payment;
    const paid = { plan, months, centavos, paidAt, number, status, store: { name, legal } };
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="comprovante-plano-${payment.id}.pdf"`)
      .header('cache-control', 'no-store')
      .send(await drawPlanReceipt(paid, deps.config.operator));
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
        await askSoon(payment);
        return done;
      },
    );
  });
}
