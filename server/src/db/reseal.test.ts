import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecondFactor } from '../features/accounts/second-factor/second-factor.ts';
import { sendMail } from '../features/mail/send-mail.ts';
import { readCredential } from '../features/payments/mercado-pago/credential.ts';
import { currentGameToken } from '../features/stores/game-token.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { readMails } from '../test/mails.ts';
import { makeStore } from '../test/make.ts';
import { connectSeller } from '../test/make-shop.ts';
import { sampleMail } from '../test/sample-mails.ts';
import { reseal } from './reseal.ts';
import { open, type Secret } from './seal.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('after a change of the secret the new one alone opens everything; without the former one nothing is changed', async () => {
  const { db, pool } = database;
  const former: Secret = [randomBytes(32)];
  const store = await makeStore(db, former);
  await connectSeller(db, former, store.id);
  await transaction(db, (tx) => startSecondFactor(tx, former, store.owner.id));
  await transaction(db, (tx) =>
    sendMail(tx, { secret: former }, sampleMail('password_reset', store.owner.email, store.id)),
  );
  const readAll = async (secret: Secret) => {
    const { totp_secret } = await db
      .selectFrom('account')
      .where('id', '=', store.owner.id)
      .select('totp_secret')
      .executeTakeFirstOrThrow();
    return {
      payment: (await readCredential(db, { secret }, store.id))?.token,
      game: await currentGameToken(db, secret, store.id),
      mail: (await readMails({ db, deps: { config: { secret, publicUrl: 'http://vitrine.localhost' } } }))[0]?.text,
      secondFactor: totp_secret && open(secret, totp_secret, `totp:${store.owner.id}`),
    };
  };
  const before = await readAll(former);

  const current = randomBytes(32);
  const alone = await reseal(pool, [current]);
  expect([alone.count, alone.unreadable.length]).toEqual([0, 4]);
  expect(await readAll(former)).toEqual(before);

  const counts = await Promise.all([reseal(pool, [current, ...former]), reseal(pool, [current, ...former])]);
  expect(counts[0].count + counts[1].count).toBe(4);
  expect(await reseal(pool, [current])).toEqual({ count: 0, unreadable: [] });
  expect(await readAll([current])).toEqual(before);
});
