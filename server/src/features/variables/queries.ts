import type { Action } from '@vitrine/contract/actions';
import type { ProductOption } from '@vitrine/contract/product-options';
import type { CheckoutQuestion, Variable, VariableInput } from '@vitrine/contract/variables';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { keptRow } from '../stores/deletions.ts';

/** All SQL of variables. Each function takes the store first. */

/**
 * In SQL, the names that the actions of products on sale have in double braces, each with its products. Each product is read once, not
 * once for each variable. A brace before the name belongs to no name: `{{{cor}}` uses `cor`.
 */
const usesOf = (store: StoreId) => sql`
  select name, json_agg(json_build_object('id', id, 'name', product) order by product, id) as products
    from (select distinct p.id, p.name as product, split_part(ltrim(part, '{'), '}}', 1) as name
            from product p cross join lateral string_to_table(p.actions::text, '{{') with ordinality cut(part, nr)
           where p.store_id = ${store} and p.archived_at is null and nr > 1 and position('}}' in part) > 0) used
   group by name`;

/** Variables with the products on sale whose actions use them. */
export async function listVariables(db: Db | Tx, store: StoreId): Promise<Variable[]> {
  const { rows } = await sql<DefinitionRow & { id: string; version: number; used_by: { id: string; name: string }[] }>`
    select v.id, v.kind, v.name, v.value, v.label, v.answer, v.choices, v.required, v.product_ids, v.version,
           coalesce(u.products, '[]') as used_by
      from variable v left join (${usesOf(store)}) u on u.name = v.name
     where v.store_id = ${store} order by v.name`.execute(db);
  return rows.map((row) => ({ _id: row.id, ...definition(row), usedBy: row.used_by, version: row.version }));
}

/** The questions that a checkout may ask, in the order of creation, as a column of any read. */
export const questionsColumn = (store: StoreId): RawBuilder<CheckoutQuestion[]> => sql<CheckoutQuestion[]>`
  coalesce((select json_agg(json_build_object('name', v.name, 'label', coalesce(v.label, v.name), 'answer', coalesce(v.answer, 'text'),
                                              'choices', v.choices, 'required', v.required, 'products', v.product_ids) order by v.created_at)
              from variable v where v.store_id = ${store} and v.kind = 'question'), '[]')`;

/** The same in a read of its own. */
export async function listQuestions(db: Db, store: StoreId): Promise<CheckoutQuestion[]> {
  const { rows } = await sql<{ questions: CheckoutQuestion[] }>`select ${questionsColumn(store)} as questions`.execute(
    db,
  );
  return rows[0]?.questions ?? [];
}

/** Which of these products are the store's own, including those off sale. */
export async function ownProducts(tx: Tx, store: StoreId, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('id', 'in', [...ids])
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a pending order's copy of an action uses the variable. */
export async function isAwaited(tx: Tx, store: StoreId, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('order')
    .innerJoin('order_item', (join) =>
      join.onRef('order_item.store_id', '=', 'order.store_id').onRef('order_item.order_id', '=', 'order.id'),
    )
    .where('order.store_id', '=', store)
    .where('order.status', '=', 'pending')
    .where(sql<boolean>`position(${`{{${name}}}`} in order_item.actions::text) > 0`)
    .select('order.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every variable as it is saved, without the products that use it. */
export async function listDefinitions(db: Db, store: StoreId): Promise<VariableInput[]> {
  const rows = await db
    .selectFrom('variable')
    .where('store_id', '=', store)
    .select(['kind', 'name', 'value', 'label', 'answer', 'choices', 'required', 'product_ids'])
    .execute();
  return rows.map(definition);
}

interface DefinitionRow {
  kind: 'constant' | 'question';
  name: string;
  value: string | null;
  label: string | null;
  answer: 'text' | 'number' | 'choice' | null;
  choices: string[];
  required: boolean;
  product_ids: string[];
}

function definition(row: DefinitionRow): VariableInput {
  if (row.kind === 'constant') return { kind: 'constant', name: row.name, value: row.value ?? '' };
  return {
    kind: 'question',
    name: row.name,
    label: row.label ?? '',
    answer: row.answer ?? 'text',
    choices: row.choices,
    required: row.required,
    products: row.product_ids,
  };
}

/** The products on sale whose actions contain the placeholder, with those actions. */
export async function listUsers(
  tx: Tx,
  store: StoreId,
  name: string,
): Promise<{ id: string; name: string; actions: Action[]; options: ProductOption[] }[]> {
  return await tx
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`position(${`{{${name}}}`} in actions::text) > 0`)
    .select(['id', 'name', 'actions', 'options'])
    .orderBy('name')
    .execute();
}

/** The name of a product on sale with an option of this name, or undefined. */
export async function productWithOption(tx: Tx, store: StoreId, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`options @> ${JSON.stringify([{ name }])}::jsonb`)
    .select('name')
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

function asRow(input: VariableInput) {
  return input.kind === 'constant'
    ? { kind: input.kind, name: input.name, value: input.value }
    : {
        kind: input.kind,
        name: input.name,
        label: input.label,
        answer: input.answer,
        choices: JSON.stringify(input.choices),
        required: input.required,
        product_ids: JSON.stringify(input.products),
      };
}

export async function countVariables(tx: Tx, store: StoreId): Promise<{ all: number; questions: number }> {
  const { rows } = await sql<{ all: number; questions: number }>`
    select count(*)::int as all, count(*) filter (where kind = 'question')::int as questions
      from variable where store_id = ${store}`.execute(tx);
  return rows[0] ?? { all: 0, questions: 0 };
}

/** Answers false when the name is taken. */
export async function insertVariable(tx: Tx, store: StoreId, id: string, input: VariableInput): Promise<boolean> {
  const result = await tx
    .insertInto('variable')
    .values({ store_id: store, id, ...asRow(input) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function updateVariable(tx: Tx, store: StoreId, id: string, input: VariableInput): Promise<void> {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('variable')
    .set({ ...asRow(input), version })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

/** Deletes the variable and answers its whole row. */
export async function deleteVariable(tx: Tx, store: StoreId, id: string): Promise<object> {
  const { rows } = await sql<{ row: object }>`
    delete from variable where store_id = ${store} and id = ${id} returning to_jsonb(variable) as row`.execute(tx);
  return rows[0]?.row ?? {};
}

/** Puts the row of a deleted variable back. Answers false where its name is taken. */
export async function putBackVariable(tx: Tx, store: StoreId, row: object): Promise<boolean> {
  const { rows } = await sql`
    insert into variable ${keptRow('variable', store, row)} on conflict do nothing returning id`.execute(tx);
  return rows.length === 1;
}
