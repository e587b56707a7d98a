import type { CheckoutQuestion, Variable, VariableInput } from '@vitrine/contract/variables';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** All SQL of variables. The store comes first. */

/** Variables with the products on sale whose actions use them. */
export async function listVariables(db: Db, store: StoreId): Promise<Variable[]> {
  const rows = await db
    .selectFrom('variable')
    .where('variable.store_id', '=', store)
    .select([
      'variable.id',
      'variable.kind',
      'variable.name',
      'variable.value',
      'variable.label',
      'variable.answer',
      'variable.choices',
      'variable.required',
      'variable.product_ids',
      sql<{ id: string; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
        from product p
        where p.store_id = variable.store_id and p.archived_at is null
          and p.actions::text like '%{{' || variable.name || '}}%'), '[]')`.as('used_by'),
    ])
    .orderBy('variable.name')
    .execute();
  return rows.map((row) =>
    row.kind === 'constant'
      ? { _id: row.id, kind: 'constant', name: row.name, value: row.value ?? '', usedBy: row.used_by }
      : {
          _id: row.id,
          kind: 'question',
          name: row.name,
          label: row.label ?? '',
          answer: row.answer ?? 'text',
          choices: row.choices,
          required: row.required,
          products: row.product_ids,
          usedBy: row.used_by,
        },
  );
}

/** The questions that a checkout may ask. */
export async function listQuestions(db: Db, store: StoreId): Promise<CheckoutQuestion[]> {
  const rows = await db
    .selectFrom('variable')
    .where('store_id', '=', store)
    .where('kind', '=', 'question')
    .select(['name', 'label', 'answer', 'choices', 'required', 'product_ids'])
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    name: row.name,
    label: row.label ?? row.name,
    answer: row.answer ?? 'text',
    choices: row.choices,
    required: row.required,
    products: row.product_ids,
  }));
}

/** Values of the store's constants by name. */
export async function constantValues(db: Db, store: StoreId): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('variable')
    .where('store_id', '=', store)
    .where('kind', '=', 'constant')
    .select(['name', 'value'])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.name, row.value ?? '']));
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

/** False when the name is taken. */
export async function insertVariable(tx: Tx, store: StoreId, id: string, input: VariableInput): Promise<boolean> {
  const result = await tx
    .insertInto('variable')
    .values({ store_id: store, id, ...asRow(input) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function lockVariable(tx: Tx, store: StoreId, id: string) {
  return await tx
    .selectFrom('variable')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select(['id', 'name', 'kind'])
    .forUpdate()
    .executeTakeFirst();
}

export async function updateVariable(tx: Tx, store: StoreId, id: string, input: VariableInput): Promise<void> {
  await tx.updateTable('variable').set(asRow(input)).where('store_id', '=', store).where('id', '=', id).execute();
}

export async function deleteVariable(tx: Tx, store: StoreId, id: string): Promise<void> {
  await tx.deleteFrom('variable').where('store_id', '=', store).where('id', '=', id).execute();
}
