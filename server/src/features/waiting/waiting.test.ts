import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { newestMailToken, readMails } from '../../test/mails.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { openingSweep } from '../stores/jobs.ts';
import { tellSome, tellSweep, waitingTidySweep } from './sweeps.ts';

const EVA = 'eva@exemplo.com.br';
let app: TestApp;
let shop: MadeStore;
let product: string;

beforeAll(async () => {
  app = await createTestApp({ env: { VITRINE_TRUST_PROXY: '1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate throttle, mail, mail_optout, waiting_request`.execute(app.db);
  shop = await oldStore();
  product = await makeProduct(app.db, shop.id, { name: 'VIP Ouro', stock: 0 });
});

/** A store that may mail shoppers. */
async function oldStore(): Promise<MadeStore> {
  const store = await makeStore(app.db, app.deps.config.secret);
  await sql`update store set created_at = now() - interval '30 days' where id = ${store.id}`.execute(app.db);
  return store;
}
let networks = 0;
const send = (path: string, body: object, store = shop, ip = `198.51.${++networks >> 8}.${networks & 255}`) =>
  app.post(path, body, {
    headers: { host: `${store.subdomain}.vitrine.localhost`, 'x-forwarded-for': ip },
  });
const ask = (email: string, about: string | undefined = product, store = shop) =>
  send('/v1/customer/wait', { email, ...(about && { product: about }) }, store);
const confirm = async (email: string, store = shop) =>
  await send('/v1/customer/wait/confirm', { token: await newestMailToken(app, email) }, store);
/** Asks and confirms. */
async function wait(email: string, about: string | undefined = product, store = shop) {
  expect((await ask(email, about, store)).status).toBe(200);
  expect((await confirm(email, store)).status).toBe(200);
}
const restock = (units: number | null, id = product) =>
  sql`update product set stock = ${units} where id = ${id}`.execute(app.db);
const told = async (email?: string) => (await readMails(app, email)).filter(({ kind }) => kind === 'wait_over');
const left = () => sql`update mail set state = 'sent' where state = 'pending'`.execute(app.db);
const requests = async () => (await app.db.selectFrom('waiting_request').selectAll().execute()).length;

describe('a product that is sold out', () => {
  test('an address counts once its link was pressed, and gets one mail with the product’s page', async () => {
    await ask(EVA);
    await restock(3);
    await tellSweep.run(app.deps);
    expect(await told()).toEqual([]);

    expect((await confirm(EVA)).status).toBe(200);
    await tellSweep.run(app.deps);
    const [mail] = await told(EVA);
    expect(mail?.subject).toContain('VIP Ouro voltou');
    expect(mail?.text).toContain(`/products/${product}`);
    expect(await requests()).toBe(0);

    // It goes and comes again: nobody is told twice.
    await left();
    for (const units of [0, 5]) {
      await restock(units);
      await tellSweep.run(app.deps);
    }
    expect(await told()).toHaveLength(1);
  });

  test('ten processes that see one restock at once write one mail', async () => {
    await wait(EVA);
    await restock(1);
    await Promise.all(Array.from({ length: 10 }, () => tellSome(app.deps, shop.id, product)));
    expect(await told(EVA)).toHaveLength(1);
  });

  test('units that unpaid orders hold are not back', async () => {
    await wait(EVA);
    await sql`update product set stock = 2, reserved = 2 where id = ${product}`.execute(app.db);
    await tellSweep.run(app.deps);
    expect(await told()).toEqual([]);
  });

  test('people are told in the order in which they confirmed, some at a time, while it is there', async () => {
    await sql`
      insert into waiting_request (store_id, id, product_id, email, token_hash, confirmed_at, expires_at)
      select ${shop.id}, 'w' || n, ${product}, 'fila-' || n || '@exemplo.com.br', sha256(n::text::bytea),
             now() - interval '1 day' + n * interval '1 second', now() + interval '1 day'
        from generate_series(1, 1000) n`.execute(app.db);
    await restock(1);
    await tellSweep.run(app.deps);
    expect((await told()).map(({ recipient }) => recipient).sort()).toEqual(
      Array.from({ length: 5 }, (_, at) => `fila-${at + 1}@exemplo.com.br`).sort(),
    );
    // Until these have left, the others keep their place.
    await tellSweep.run(app.deps);
    expect(await told()).toHaveLength(5);
    await left();
    await restock(0);
    await tellSweep.run(app.deps);
    expect(await requests()).toBe(995);
    await restock(1);
    await tellSweep.run(app.deps);
    expect(await requests()).toBe(990);
  });

  test('the answer is the same whether an address waits, asked before, refused such mails, or is new', async () => {
    await wait(EVA);
    await ask('ana@exemplo.com.br');
    await sql`insert into mail_optout (mailbox, kind) select mailbox, kind from mail where recipient = 'ana@exemplo.com.br'`.execute(
      app.db,
    );
    const before = (await readMails(app)).length;
    const answers = await Promise.all([EVA, 'ana@exemplo.com.br', 'nova@exemplo.com.br'].map((email) => ask(email)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await readMails(app)).length - before).toBe(2);
    expect((await readMails(app)).filter(({ state }) => state === 'dropped')).toHaveLength(1);
  });

  test('a stranger who types one address again and again sends it three mails an hour', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, at) => ask(`vitima+${at}@gmail.com`)));
    expect((await readMails(app)).filter(({ state }) => state === 'pending')).toHaveLength(3);
  });

  test('one network asks ten times in a quarter of an hour', async () => {
    const answers = [];
    for (let at = 0; at < 12; at++) {
      answers.push(
        (await send('/v1/customer/wait', { email: `p${at}@exemplo.com.br`, product }, shop, '203.0.113.9')).status,
      );
    }
    expect(answers).toEqual([...Array(10).fill(200), 429, 429]);
  });

  test('the link ends the request too, before and after it was confirmed', async () => {
    await ask(EVA);
    const token = await newestMailToken(app, EVA);
    expect((await send('/v1/customer/wait/end', { token })).status).toBe(200);
    expect((await send('/v1/customer/wait/confirm', { token })).json()).toMatchObject({ code: 'token_invalid' });
    await wait(EVA);
    expect((await send('/v1/customer/wait/end', { token: await newestMailToken(app, EVA) })).status).toBe(200);
    expect(await requests()).toBe(0);
  });

  test('a link works at its own store only', async () => {
    await ask(EVA);
    const token = await newestMailToken(app, EVA);
    const other = await oldStore();
    for (const what of ['confirm', 'end']) {
      expect((await send(`/v1/customer/wait/${what}`, { token }, other)).json()).toMatchObject({
        code: 'token_invalid',
      });
    }
    expect((await ask(EVA, product, other)).json()).toMatchObject({ code: 'product_not_found' });
  });

  test('nobody waits for what can be bought, for what is gone, or at a store that may not mail shoppers', async () => {
    const here = await makeProduct(app.db, shop.id, { stock: 1 });
    expect((await ask(EVA, here)).json()).toMatchObject({ code: 'waiting_needless' });
    expect((await ask(EVA, 'nada')).json()).toMatchObject({ code: 'product_not_found' });
    const young = await makeStore(app.db, app.deps.config.secret);
    const out = await makeProduct(app.db, young.id, { stock: 0 });
    expect((await ask(EVA, out, young)).json()).toMatchObject({ code: 'notices_young' });
    expect(await readMails(app)).toEqual([]);
  });

  test('a browser’s form is led to the page that says what happened', async () => {
    const headers = {
      host: `${shop.subdomain}.vitrine.localhost`,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const form = (fields: Record<string, string>) =>
      app.app.inject({ method: 'POST', url: '/v1/customer/wait', headers, payload: `${new URLSearchParams(fields)}` });
    expect((await form({ email: EVA, product })).headers.location).toBe(`/avise-me?enviado=1&produto=${product}`);
    expect((await form({ email: 'x', product })).headers.location).toBe(
      `/avise-me?erro=validation_failed&produto=${product}`,
    );
    expect((await form({ email: EVA, product: '"><script>' })).headers.location).toBe(
      '/avise-me?erro=product_not_found',
    );
  });

  test('requests end with their product, with their store, and after their time', async () => {
    await wait(EVA);
    await ask('ana@exemplo.com.br');
    await sql`update waiting_request set expires_at = now() - interval '1 s' where email <> ${EVA}`.execute(app.db);
    await waitingTidySweep.run(app.deps);
    expect(await requests()).toBe(1);
    await restock(5);
    await sql`update product set archived_at = now(), deleted_at = now() where id = ${product}`.execute(app.db);
    await tellSweep.run(app.deps);
    expect(await told()).toEqual([]);
    await waitingTidySweep.run(app.deps);
    expect(await requests()).toBe(0);

    product = await makeProduct(app.db, shop.id, { stock: 0 });
    await wait('bia@exemplo.com.br');
    await restock(5);
    await sql`update store set status = 'inactive' where id = ${shop.id}`.execute(app.db);
    await tellSweep.run(app.deps);
    expect(await told()).toEqual([]);
    await sql`update store set deleted_at = now(), status = 'active' where id = ${shop.id}`.execute(app.db);
    await tellSweep.run(app.deps);
    await waitingTidySweep.run(app.deps);
    expect([await told(), await requests()]).toEqual([[], 0]);
  });

  test('its owner sees how many wait, shoppers do not, and another store sees its own', async () => {
    await wait(EVA);
    await ask('ana@exemplo.com.br');
    const list = async (token?: string) =>
      (await app.post('/v1/products', { subdomain: shop.subdomain }, token === undefined ? {} : { token })).json<{
        products: { waiting?: number }[];
      }>().products;
    expect((await list(shop.token))[0]?.waiting).toBe(1);
    expect((await list())[0]).not.toHaveProperty('waiting');
    const one = await app.post('/v1/products/name', { subdomain: shop.subdomain, id: product }, { token: shop.token });
    expect(one.json()).toMatchObject({ info: [{ waiting: 1 }] });
  });
});

test('a mail of a wait ends its kind for the mailbox, and a new confirmation asks for it again', async () => {
  await wait(EVA);
  await sql`insert into mail_optout (mailbox, kind) select distinct mailbox, 'wait_over' from mail`.execute(app.db);
  await restock(1);
  await tellSweep.run(app.deps);
  expect((await told()).map(({ state, problem }) => [state, problem])).toEqual([['dropped', 'unwanted']]);
  await restock(0);
  await wait(EVA);
  await restock(1);
  await tellSweep.run(app.deps);
  expect((await told(EVA)).map(({ state }) => state)).toEqual(['pending']);
});

test('a buyer exports what they wait for, and an erasure forgets it', async () => {
  const { id } = await makeSold(app.db, shop.id, { items: [{ actions: [on.group('vip')] }] });
  await app.db.updateTable('order').set({ email: EVA }).where('id', '=', id).execute();
  await wait(EVA);
  await wait('outra@exemplo.com.br');
  const host = `${shop.subdomain}.vitrine.localhost`;
  await send('/v1/customer/link', { email: EVA });
  const entered = await send('/v1/customer/enter', { token: await newestMailToken(app, EVA) });
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  const exported = await app.get('/v1/customer/export', { headers: { host, cookie } });
  expect(exported.json()).toMatchObject({ avisos: [{ espera: 'VIP Ouro', email: EVA }] });
  const erased = await app.post('/v1/customer/erase', { confirm: 'sim' }, { headers: { host, cookie } });
  expect(erased.status).toBe(200);
  const kept = await app.db.selectFrom('waiting_request').select('email').execute();
  expect(kept).toEqual([{ email: 'outra@exemplo.com.br' }]);
});

describe('a store that opens later', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const branding = { primaryColor: '#112233', secondaryColor: '#aabbcc' };
  const setOpening = (opensAt: string | null) =>
    app.post(
      '/v1/store/edit',
      { id: shop.id, nameStore: shop.name, nameDomain: shop.subdomain, branding, opensAt },
      { token: shop.token },
    );
  const products = () => app.post('/v1/products', { subdomain: shop.subdomain });

  test('it sells nothing before its time, and whoever confirmed gets one mail when it opens', async () => {
    expect((await setOpening(inDays(2))).json()).toMatchObject({ response: { status: 'active' } });
    expect((await products()).json()).toMatchObject({ code: 'store_closed' });
    await wait(EVA, '');
    await tellSweep.run(app.deps);
    expect(await told()).toEqual([]);

    await sql`update store set opens_at = now() - interval '1 s' where id = ${shop.id}`.execute(app.db);
    expect((await products()).status).toBe(200);
    const version = () => sql<{ n: string }>`select page_version as n from store where id = ${shop.id}`.execute(app.db);
    const before = (await version()).rows[0]?.n;
    await Promise.all([openingSweep.run(app.deps), openingSweep.run(app.deps)]);
    expect(Number((await version()).rows[0]?.n) - Number(before)).toBe(1);
    await Promise.all([tellSweep.run(app.deps), tellSweep.run(app.deps)]);
    expect((await told(EVA)).map(({ subject }) => subject)).toEqual([`A loja ${shop.name} abriu`]);
  });

  test('its owner opens it at once, and everybody who waits is told', async () => {
    await setOpening(inDays(2));
    await wait(EVA, '');
    await setOpening(null);
    await tellSweep.run(app.deps);
    expect(await told(EVA)).toHaveLength(1);
  });

  test('the time lies in the future, within a year; other settings keep a time that has passed', async () => {
    for (const wrong of [inDays(-1), inDays(400)]) {
      expect((await setOpening(wrong)).json()).toMatchObject({ code: 'opens_at_invalid', field: 'opensAt' });
    }
    expect((await setOpening('amanhã')).json()).toMatchObject({ code: 'validation_failed', field: 'opensAt' });
    const passed = inDays(-0.01);
    await sql`update store set opens_at = ${passed} where id = ${shop.id}`.execute(app.db);
    expect((await setOpening(passed)).status).toBe(200);
  });

  test('nobody waits for a store that is open', async () => {
    expect((await ask(EVA, '')).json()).toMatchObject({ code: 'waiting_needless' });
  });
});
