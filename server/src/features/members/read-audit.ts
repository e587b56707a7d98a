import { auditKinds, auditPage } from '@vitrine/contract/audit-kinds';
import type { AuditEntry, AuditFilter } from '@vitrine/contract/members';
import { type RawBuilder, sql } from 'kysely';
import { CSV_START, csvLine } from '../../csv.ts';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { auditText } from './audit.ts';

/** The kind of an entry in SQL: the part of its action before the dot. The index `audit_entry_kind` has it. */
const kindOf = sql<string>`split_part(action, '.', 1)`;
/** Rows in memory at a time; a file of any size needs no more. */
const ROWS = 500;

/** Entries before `cursor` that the filter names, newest first. */
export async function listAudit(
  db: Db,
  store: StoreId,
  { person, kind, object, from, until }: AuditFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  const newest = (of?: RawBuilder<string>) => {
    let query = db.selectFrom('audit_entry').where('store_id', '=', store);
    if (of !== undefined) query = query.where(kindOf, '=', of);
    if (cursor !== undefined) query = query.where('id', '<', cursor);
    if (person !== undefined) query = query.where('account_id', '=', person);
    if (object !== undefined) query = query.where('object_id', '=', object);
    if (from !== undefined) query = query.where('at', '>=', new Date(from));
    if (until !== undefined) query = query.where('at', '<=', new Date(until));
    return query
      .orderBy('id', 'desc')
      .limit(limit)
      .select(['id', 'at', 'actor', 'action', 'object_id', 'text', 'before', 'after']);
  };
  // Each part of a kind is read by itself. For several at once, PostgreSQL would walk through the log until it has met enough.
  const rows =
    kind === undefined
      ? await newest().execute()
      : await db
          .selectFrom(sql<{ head: string }>`unnest(${[...auditKinds[kind].of]}::text[])`.as<'part'>(sql`part(head)`))
          .innerJoinLateral(newest(sql.ref<string>('part.head')).as('entry'), (join) => join.onTrue())
          .selectAll('entry')
          .orderBy('entry.id', 'desc')
          .limit(limit)
          .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    text: row.text,
    // For a creation and a deletion, people read only the fields that held something.
    before: auditText(row.before, { filled: row.after === null }),
    after: auditText(row.after, { filled: row.before === null }),
    object: row.object_id,
    page: auditPage(row.action, row.object_id),
  }));
}

/** Everybody with an account who is in the log, by name. Each person costs one step in an index, however long the log is. */
export async function peopleOfAudit(db: Db, store: StoreId): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive person (id) as (
      (select account_id from audit_entry where store_id = ${store} and account_id is not null
        order by account_id limit 1)
      union all
      select (select e.account_id from audit_entry e where e.store_id = ${store} and e.account_id > p.id
               order by e.account_id limit 1)
        from person p where p.id is not null)
    select a.id, a.name from person p join account a on a.id = p.id order by a.name, a.id`.execute(db);
  return rows;
}

/** The entries that the filter names, newest first, as pieces of one CSV file. Times are in UTC. */
export async function* auditCsv(db: Db, store: StoreId, filter: AuditFilter): AsyncGenerator<string> {
  yield CSV_START + csvLine(['Quando', 'Quem', 'O que', 'Antes', 'Depois']);
  for (let cursor: string | undefined; ; ) {
    const rows = await listAudit(db, store, filter, { cursor, limit: ROWS });
    yield rows
      .map(({ at, actor, text, before, after }) => csvLine([at, actor, text, before ?? '', after ?? '']))
      .join('');
    if (rows.length < ROWS) return;
    cursor = rows.at(-1)?.id;
  }
}
