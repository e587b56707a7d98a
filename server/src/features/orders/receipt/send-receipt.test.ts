import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMails } from '../../../test/mails.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { on } from '../../../test/make-deliveries.ts';
import { cart, type Shop, shopping, startShop } from '../../../test/make-shop.ts';
import { addressHash } from '../../mail/mailbox.ts';
import { buyerOf } from '../queries.ts';
import { attachReceipt } from './attach-receipt.ts';
import { buyerLines, makeReceipt } from './make-receipt.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
const { place, atProvider, becomes, see, pay } = shopping(() => shop);

const mailsTo = (recipient: string) => readMails(shop, recipient);

test('a buyer who left an e-mail gets one receipt, with a link to the order', async () => {
  const { reference } = await place({ email: 'bruno@exemplo.com.br', name: 'Bruno Esteves' });
  expect(await mailsTo('bruno@exemplo.com.br')).toEqual([]);
  const payment = atProvider(reference)[0]?.id ?? '';
  shop.provider.control.approve(payment);
  const order = await becomes(reference, 'completed');

  const mails = await mailsTo('bruno@exemplo.com.br');
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.store_id).toBe(shop.store.id);
  expect(mail?.subject).toContain(`Recibo do pedido ${order.number}`);
  const port = new URL(shop.address).port;
  const address = `http://${shop.store.subdomain}.vitrine.localhost:${port}/pedido/${reference}`;
  expect(mail?.text).toContain(address);
  expect(mail?.text).toContain('29,90');
  for (const fact of [`Pagamento nº: ${payment}`, 'Comprador: Bruno Esteves', 'Para: ID da Cidade', 'Pago em: ']) {
    expect(mail?.text).toContain(fact);
  }

  // Whoever opens the order's address reads only a masked name of the buyer.
  const seen = await makeReceipt(shop.deps, reference, 'masked');
  const row = await buyerOf(shop.db, reference);
  expect(row && buyerLines(row, 'masked')).toEqual(['Comprador: Br*** Es*****']);
  expect(seen?.order.number).toBe(order.number);
  const attach = (kind: string, storeId: string, data: unknown) => attachReceipt(shop.deps, { kind, storeId, data });
  const [file, ...more] = await attach('receipt', shop.store.id, { reference });
  expect(more).toEqual([]);
  expect(file).toMatchObject({ filename: `comprovante-${order.number}.pdf`, contentType: 'application/pdf' });
  expect(file?.content.subarray(0, 5).toString()).toBe('%PDF-');
  // A reference of another store, a mail from before, and another kind have no file.
  expect(await attach('receipt', 'another', { reference })).toEqual([]);
  expect(await attach('receipt', shop.store.id, {})).toEqual([]);
  expect(await attach('withdrawal_received', shop.store.id, { reference })).toEqual([]);
});

test.each([
  ['automatic', [true, true], 'A entrega começa agora.'],
  ['mixed', [true, false], 'A entrega automática começa agora. O resto a própria loja entrega.'],
  ['by_hand', [false], 'A própria loja entrega o que você comprou.'],
] as const)('an order and its receipt say who hands it over: %s', async (handover, ours, text) => {
  const ids = await Promise.all(
    ours.map((own) => makeProduct(shop.db, shop.store.id, { actions: own ? [on.command('dar {{cidade}}')] : [] })),
  );
  const email = `${handover}@exemplo.com.br`;
  const items = ids.map((id) => ({ id, quantity: 1 }));
  const { body } = await shop.post<OrderCreateAnswer>('/v1/order/create', cart(shop.store, items, { email }));
  const reference = body.data.external_reference;
  expect((await see(reference)).handover).toBe(handover);
  await pay(reference);
  expect((await mailsTo(email))[0]?.text).toContain(text);
});

test('the store mails a lost receipt again, as it was paid, three times a day, and never for what nobody paid', async () => {
  const { reference } = await place({ email: 'lia@exemplo.com.br', name: 'Lia' });
  const { id } = await shop.db
    .selectFrom('order')
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirstOrThrow();
  const again = async (headers = { authorization: `Bearer ${shop.store.token}` }) =>
    (await shop.post<{ code?: string }>('/v1/order/receipt', { subdomain: shop.store.subdomain, id }, headers)).body
      .code;
  expect(await again()).toBe('receipt_none');
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  await becomes(reference, 'completed');
  await sql`update "order" set completed_at = now() - interval '40 days' where id = ${id}`.execute(shop.db);
  expect([await again(), await again()]).toEqual([undefined, undefined]);
  expect(await again()).toBe('rate_limited');
  const [first, second, ...more] = await mailsTo('lia@exemplo.com.br');
  expect(more).toHaveLength(1);
  const paid = (text = '') => /Pago em: .*/.exec(text)?.[0];
  expect(paid(second?.text)).toBeDefined();
  expect(paid(second?.text)).not.toBe(paid(first?.text));
});

test('a gift of the store and a buyer without e-mail get no receipt', async () => {
  const before = await shop.db.selectFrom('mail').select('id').execute();
  const { reference, product } = await place();
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  await becomes(reference, 'completed');
  const gift = await shop.post(
    '/v1/order/manual',
    {
      subdomain: shop.store.subdomain,
      clientId: 17,
      discordId: '391822001983488001',
      email: 'ana@exemplo.com.br',
      idProducts: [{ id: product, quantity: 1 }],
      reason: 'brinde',
    },
    { authorization: `Bearer ${shop.store.token}` },
  );
  expect(gift.status).toBe(200);
  expect(await shop.db.selectFrom('mail').select('id').execute()).toHaveLength(before.length);
});

test('a receipt that cannot leave is refused, and the log gets no entry', async () => {
  const { reference } = await place({ email: 'cheia@exemplo.com.br', name: 'Nina' });
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  await becomes(reference, 'completed');
  const { id } = await shop.db
    .selectFrom('order')
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirstOrThrow();
  const again = async () => {
    await sql`delete from throttle where key like 'receipt-again:%'`.execute(shop.db);
    const headers = { authorization: `Bearer ${shop.store.token}` };
    return (await shop.post<{ code?: string }>('/v1/order/receipt', { subdomain: shop.store.subdomain, id }, headers))
      .body.code;
  };
  const count = async () => (await mailsTo('cheia@exemplo.com.br')).length;
  const before = await count();
  // Until the day's mails of this mailbox are used up.
  const answers = [];
  for (let n = 0; n < 70 && answers.at(-1) === undefined; n += 1) answers.push(await again());
  expect(answers.at(-1)).toBe('receipt_held');
  const entries = await shop.db
    .selectFrom('audit_entry')
    .where('store_id', '=', shop.store.id)
    .where('action', '=', 'order.receipt')
    .where('object_id', '=', id)
    .select('id')
    .execute();
  // One entry for each mail that leaves.
  expect((await count()) - before).toBe(answers.length - 1);
  expect(entries).toHaveLength(answers.length - 1);
  await sql`insert into mail_bounce (mailbox, until, problem)
    values (${addressHash('cheia@exemplo.com.br')}, now() + interval '1 day', '550')`.execute(shop.db);
  expect(await again()).toBe('receipt_refused');
});
