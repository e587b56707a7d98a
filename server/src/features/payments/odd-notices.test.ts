import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shop, startShop } from '../../test/make-shop.ts';

let shop: Shop;
let path: string;
beforeAll(async () => {
  shop = await startShop();
  const { notice_key } = await shop.db.selectFrom('store_credential').select('notice_key').executeTakeFirstOrThrow();
  path = `/webhooks/mercadopago/${shop.store.id}/${notice_key}`;
});
afterAll(() => shop.close());

/** Node's own client, because fetch would add a content type. */
const send = (body: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const asked = request(`${shop.address}${path}`, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', reject).end(body);
  });
const stored = async (id: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payment_notice where resource_id = ${String(id)}`.execute(shop.db);
  return rows[0]?.n;
};

let lastId = 7_000_000;
test.each<[string, Record<string, string>]>([
  ['none', {}],
  ['an empty one', { 'content-type': '' }],
  ['blanks', { 'content-type': '  ' }],
  ['nonsense', { 'content-type': ';;;' }],
  ['a word', { 'content-type': 'json' }],
  ['half a type', { 'content-type': 'application/' }],
  ['two types', { 'content-type': 'application/json, application/json' }],
  ['a charset that nobody has', { 'content-type': 'application/json; charset=;' }],
  ['an unclosed parameter', { 'content-type': 'application/json; charset="utf-8' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['several parts without a boundary', { 'content-type': 'multipart/form-data' }],
  ['bytes', { 'content-type': 'application/octet-stream' }],
  ['signs', { 'content-type': '<script>' }],
])('a notice with %s as content type is stored and answered 200', async (_what, headers) => {
  lastId += 1;
  expect(await send(JSON.stringify({ type: 'payment', data: { id: String(lastId) } }), headers)).toBe(200);
  expect(await stored(lastId)).toBe(1);
});

test('a notice of any type above 64 KB is refused', async () => {
  const types: Record<string, string>[] = [{}, { 'content-type': ';;;' }];
  for (const headers of types) expect(await send('x'.repeat(70_000), headers)).toBe(413);
});
