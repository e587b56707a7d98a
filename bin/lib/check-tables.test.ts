import { expect, test } from 'vitest';
import { EXCEPTIONS, ownersOf, statementProblems, storeIdProblems, tableProblems, writesOf } from './check-tables.mjs';

const schema = `
import type { CategoryTable, ProductTable } from './tables/catalog.ts';
import type {
  OrderItemTable,
  OrderTable,
} from './tables/orders.ts';

export interface Schema {
  category: CategoryTable;
  product: ProductTable;
  order: OrderTable;
  order_item: OrderItemTable;
}
`;
const orders = 'server/src/features/orders/order.ts';
const problems = (file: string, text: string, exceptions: typeof EXCEPTIONS = []) =>
  tableProblems(
    new Map([
      ['server/src/db/schema.ts', schema],
      [file, text],
    ]),
    exceptions,
  );

test('the file of tables/ that a type comes from names the owner of its table', () => {
  expect([...ownersOf(schema)].slice(0, 4)).toEqual([
    ['category', 'catalog'],
    ['product', 'catalog'],
    ['order', 'orders'],
    ['order_item', 'orders'],
  ]);
});

test.each([
  ["await tx.insertInto('product').values(row).execute();", ['product']],
  ["tx.updateTable('product as p').set({ sold: 1 })", ['product']],
  ["tx\n  .deleteFrom(\n    'category')", ['category']],
  ['await sql`insert into category (id) values (1)`', ['category']],
  ['sql`delete from "order" where true`', ['order']],
  ['sql`with gone as (delete from only category c) update product p\n  set stock = 1`', ['category', 'product']],
  ['sql`insert into a (b) values (1) on conflict (b) do update set b = 2`', ['a']],
  ['sql`UPDATE ONLY product SET sold = 1`', ['product']],
  ['sql`select 1 from product p for no key update of p skip locked`', []],
  ['sql`select 1 from product for update`; state.set(1)', []],
  ['// insert into product\n/* delete from category */', []],
  [`sql\`update \${sql.table(name)} set actor = 1\``, ['a table named at run time']],
  [`pool.query(\`delete from \${table}\`)`, ['a table named at run time']],
  ['sql`update product "p" set sold = 1`', ['product']],
  ['sql`update product p -- the stock\n set sold = 1`', ['product']],
  ["tx.updateTable<'product'>('product').set({ sold: 1 })", ['product']],
  ["const pictures = 'image/*'; tx.deleteFrom('category'); /** The end. */", ['category']],
  ['tx.updateTable(table).set(row)', ['a table named at run time']],
])('%s writes %j', (text, tables) => {
  expect(writesOf(text).sort()).toEqual([...tables].sort());
});

test('a feature that writes a table of another is named, with the owner', () => {
  expect(problems(orders, "tx.updateTable('product')")).toEqual([
    `${orders} writes product, a table of catalog: call a verb there, or name the reason in EXCEPTIONS of bin/lib/check-tables.mjs`,
  ]);
  expect(problems(orders, 'sql`update unheard_of set a = 1`')).toEqual([
    `${orders} writes unheard_of, which server/src/db/schema.ts does not list`,
  ]);
  expect(problems(orders, `sql\`update \${table} set a = 1\``)).toHaveLength(1);
  expect(problems('server/src/http/door.ts', "db.deleteFrom('order')")).toHaveLength(1);
});

test('the owner writes its tables, everybody reads them, and tests arrange what they need', () => {
  expect(problems(orders, "tx.updateTable('order_item')")).toEqual([]);
  expect(problems(orders, "db.selectFrom('product'); sql`select from category`")).toEqual([]);
  expect(problems('server/src/features/orders/order.test.ts', "db.deleteFrom('product')")).toEqual([]);
  expect(problems('server/src/test/make.ts', "db.deleteFrom('product')")).toEqual([]);
});

test('an exception holds for its file or folder and its tables only, and one that nothing needs is reported', () => {
  const text = "tx.updateTable('product')";
  const stock = { path: 'features/orders/order.ts', tables: 'product', why: 'one statement' };
  expect(problems(orders, text, [stock])).toEqual([]);
  expect(problems(orders, text, [{ ...stock, path: 'features/orders/' }])).toEqual([]);
  expect(problems(orders, text, [{ ...stock, tables: 'category' }])).toHaveLength(2);
  expect(problems('server/src/features/orders/order.ts-more.ts', text, [stock])).toHaveLength(2);
  expect(problems(orders, '', [stock])).toEqual([
    'bin/lib/check-tables.mjs: nothing needs the exception features/orders/order.ts product',
  ]);
});

test('each exception says why', () => {
  expect(EXCEPTIONS.filter(({ why }) => why.split(' ').length < 5)).toEqual([]);
});

test('a feature whose rules are arithmetic has its SQL in queries.ts alone', () => {
  const found = (file: string, text: string) => statementProblems(new Map([[`server/src/features/${file}`, text]]));
  expect(found('catalog/save-product.ts', "await db\n    .selectFrom('product')")).toHaveLength(1);
  expect(found('discounts/find-coupon.ts', 'await sql<{ id: string }>`select 1`')).toHaveLength(1);
  expect(found('catalog/product.ts', "tx.mergeInto('product')")).toHaveLength(1);
  expect(found('catalog/product.ts', "await sql.raw('select 1').execute(db)")).toHaveLength(1);
  expect(found('catalog/product.ts', "await pool.query('select 1')")).toHaveLength(1);
  expect(found('discounts/queries.ts', 'sql`select 1`')).toEqual([]);
  expect(found('orders/stock.ts', 'sql`select 1`')).toEqual([]);
  expect(found('catalog/product.ts', "import { sql } from 'kysely'; // sql")).toEqual([]);
});

test('only storeIdOf makes a StoreId', () => {
  const cast = (text: string, file = orders) => storeIdProblems(new Map([[file, text]]));
  expect(cast("const store = 'x' as StoreId;")).toHaveLength(1);
  expect(cast('const store = id as unknown as StoreId;')).toHaveLength(1);
  expect(cast('const store = <StoreId>id;')).toHaveLength(1);
  expect(cast('const found = rows as { id: StoreId }[];')).toHaveLength(1);
  expect(cast('const found = map as Map<string, StoreId>;')).toHaveLength(1);
  expect(cast('await sql<{ store: StoreId }>`select 1`.execute(db);')).toHaveLength(1);
  expect(cast("import { a as b, type StoreId } from './x.ts';")).toEqual([]);
  expect(cast('row.store_id as StoreId', 'server/src/http/store.ts')).toEqual([]);
  expect(cast('const blocks = new Map<StoreId, Block>();\n// an id as StoreId')).toEqual([]);
  expect(cast('const stores: Promise<StoreId> = read();')).toEqual([]);
});
