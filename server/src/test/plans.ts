import type pg from 'pg';

/** How a statement read a table. */
export interface TableRead {
  table: string;
  /** The index, or 'scan' for the whole table. */
  by: string;
  statement: string;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/**
 * Records the plans of everything that runs from now on, as PostgreSQL chose them, with triggers and foreign keys. It
 * replaces the pool's idle connections.
 */
export async function recordPlans(pool: pg.Pool): Promise<{
  /** What `work` read, each way of reading once. */
  readsOf(work: () => Promise<unknown>): Promise<TableRead[]>;
}> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = 0`,
    `auto_explain.log_nested_statements = on`,
    `auto_explain.log_format = 'json'`,
    `auto_explain.log_level = 'notice'`,
  ]) {
    await pool.query(`alter database ${rows[0]?.name} set ${setting}`);
  }
  let reads: TableRead[] = [];
  pool.on('connect', (client) => client.on('notice', ({ message }) => reads.push(...readsIn(message ?? ''))));
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and application_name = 'vitrine' and pid <> pg_backend_pid()`);
  const last = await pool.connect();
  last.release(true);
  return {
    async readsOf(work) {
      reads = [];
      await work();
      return [...new Map(reads.map((read) => [`${read.table} ${read.by} ${read.statement}`, read])).values()];
    },
  };
}

function readsIn(message: string): TableRead[] {
  const start = message.indexOf('plan:\n');
  if (start < 0) return [];
  const { 'Query Text': statement, Plan } = JSON.parse(message.slice(start + 6)) as {
    'Query Text': string;
    Plan: PlanNode;
  };
  return readsBelow(Plan).map((read) => ({ ...read, statement: statement.replaceAll(/\s+/g, ' ').trim() }));
}

/** A bitmap scan names its table in one node and its indexes in the nodes below. */
function readsBelow(node: PlanNode, bitmapOf?: string): Omit<TableRead, 'statement'>[] {
  const table = node['Relation Name'] ?? bitmapOf;
  const own =
    table && node['Index Name']
      ? [{ table, by: node['Index Name'] }]
      : table && node['Node Type'] === 'Seq Scan'
        ? [{ table, by: 'scan' }]
        : [];
  const inBitmap = node['Node Type'].startsWith('Bitmap') ? table : undefined;
  return [...own, ...(node.Plans ?? []).flatMap((below) => readsBelow(below, inBitmap))];
}
