import type { WriteResult } from './database.ts';
import { passKillPoint, type Server } from './server.ts';
import type { Plain } from './vm.ts';
import { decodeWire, encodeWire, type Wire } from './wire.ts';

type Params = readonly unknown[] | Record<string, unknown>;
/** `sql:insert vrp_user_vehicles` and so on, for writes of another resource through a driver or the proxy. */
function kindOf(sql: string): string | undefined {
  const found = /^\s*(?:(INSERT|REPLACE)(?:\s+IGNORE)?(?:\s+INTO)?|(UPDATE)|(DELETE)\s+FROM)\s+`?([A-Za-z_]\w*)/i.exec(
    sql,
  );
  if (!found) return undefined;
  return `sql:${(found[1] ?? found[2] ?? found[3] ?? '').toLowerCase()} ${found[4]}`;
}

/** Tables with integer keys arrive as arrays, others as objects. */
const asParams = (value: Wire): Params => (typeof value === 'object' ? value : []);

function record(server: Server, sql: string, params: Params, by: string, result: WriteResult): void {
  const kind = kindOf(sql);
  if (kind === undefined || by === '' || result.affectedRows === 0) return;
  const at = server.world.clock.now();
  server.world.effects.push({ kind, at, detail: { by, params, rows: result.affectedRows } });
  passKillPoint(server, 'effect:after', by, kind);
}

/** One statement. `by` is the resource that asked for it; its writes count as effects. */
export function runSql(server: Server, sql: string, params: string, by: string): Plain {
  const given = asParams(decodeWire(params));
  const kind = kindOf(sql);
  if (kind !== undefined && by !== '') passKillPoint(server, 'effect:inside', by, kind);
  const result = server.world.db.query(sql, given);
  if (!Array.isArray(result)) record(server, sql, given, by, result);
  return encodeWire(result);
}

/** oxmysql's lists: `{ query = …, values = … }`, `{ sql, params }` or plain text. */
export function runTransaction(server: Server, list: string, by: string): Plain {
  const items = decodeWire(list);
  const queries = (Array.isArray(items) ? items : []).map((item) => {
    if (typeof item === 'string') return { sql: item, params: [] };
    if (Array.isArray(item)) return { sql: String(item[0]), params: asParams(item[1]) };
    const { query, values, parameters } = typeof item === 'object' ? item : {};
    return { sql: String(query), params: asParams(values ?? parameters) };
  });
  for (const { sql } of queries) {
    const kind = kindOf(sql);
    if (kind !== undefined && by !== '') passKillPoint(server, 'effect:inside', by, kind);
  }
  try {
    server.world.db.transaction(queries);
  } catch {
    return false;
  }
  for (const { sql, params } of queries) record(server, sql, params, by, { affectedRows: 1, insertId: 0 });
  return true;
}
