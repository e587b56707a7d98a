import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { letSessionsAge, makeSession } from '../test/make.ts';
import { requests } from './requests.ts';
import { appWithRoutes, type KnownRoute } from './routes.ts';
import { makeSide, type Side } from './world.ts';

/** Which routes need a recently confirmed session. The list comes from the router; a stolen session passes none. */

const { app, routes } = await appWithRoutes();
let side: Side;
beforeAll(async () => {
  side = await makeSide(app.db, app.deps.config.secret, 'Cidade Alta');
});
afterAll(() => app.close());

/**
 * The agreed routes. Some other handlers need it only in some cases: `POST /v1/store/edit` (a new payment account)
 * and `POST /v1/members/*` (rights over money); `features/accounts/step-up/step-up.test.ts` tests them.
 */
const agreed = [
  'GET /v1/account/export',
  'POST /v1/account/delete',
  'POST /v1/account/email',
  'POST /v1/account/factor-recovery/start',
  'POST /v1/account/link/discord',
  'POST /v1/account/link/google',
  'POST /v1/account/passkeys',
  'POST /v1/account/passkeys/remove',
  'POST /v1/account/passkeys/start',
  'POST /v1/account/second-factor/confirm',
  'POST /v1/account/second-factor/disable',
  'POST /v1/account/second-factor/recovery-codes',
  'POST /v1/account/second-factor/start',
  'POST /v1/account/unlink/discord',
  'POST /v1/account/unlink/google',
  'POST /v1/approvals/rule',
  'POST /v1/members/factor',
  'POST /v1/servers/create',
  'POST /v1/servers/decide',
  'POST /v1/servers/end',
  'POST /v1/servers/rcon',
  'POST /v1/servers/rcon/remove',
  'POST /v1/servers/token',
  'POST /v1/servers/token/rotate',
  'POST /v1/store/delete',
  'POST /v1/store/export',
  'POST /v1/store/payment-account/accept',
  'POST /v1/store/token',
  'POST /v1/store/token/rotate',
  'POST /v1/store/transfer',
];
const asking = routes.filter(({ stepUp }) => stepUp);

test('every route about money, ownership or the ways into an account needs it', () => {
  expect(asking.map(({ name }) => name).sort()).toEqual(agreed);
});

describe('a stolen session older than ten minutes is refused', () => {
  test.each(asking.map((route) => [route.name, route] as const))('%s', async (_name, route: KnownRoute) => {
    const row = requests[route.name];
    const sample = row?.make(side, row.id?.(side) ?? '') ?? {};
    const token = await makeSession(app.db, side.store.owner.id);
    await letSessionsAge(app.db, side.store.owner.id);
    const answer = await app.app.inject({
      method: route.method as 'POST',
      url: sample.url ?? route.url,
      headers: {
        host: app.deps.config.domain,
        authorization: `Bearer ${token}`,
        ...(sample.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sample.body !== undefined && { payload: JSON.stringify(sample.body) }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'step_up_required']);
  });
});
