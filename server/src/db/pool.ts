import { createHash } from 'node:crypto';
import pg from 'pg';

const INT8 = 20;
/**
 * A connection remembers names of statements for its whole life. After this many texts, further ones run without a
 * name.
 */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/**
 * Statements repeat, and planning each one again would cost more than a plan for its values saves. On SSDs and in
 * memory a page out of order costs about as much as the next one; with the default of 4, PostgreSQL scans small tables
 * whole, and keeps that plan while they grow (docs/decisions/0054).
 */
const PLANNING = '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1';

/** The database's place: an address, or the socket of the embedded one. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string };

export interface PoolOptions {
  /** Most connections in this process. */
  max?: number;
  /** The name in pg_stat_activity. */
  name?: string;
  /** Called for lost connections, idle or in use. The pool replaces them. */
  onError: (error: Error) => void;
}

/**
 * The types of results. `bigint` (money in centavos, counts) is a number; a value that is too large for a number is
 * an error instead of a wrong amount. All other types are pg's.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 && format !== 'binary') return parseInt8;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`);
  return value;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `v_${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** Gives every parameterised statement a name, so that PostgreSQL parses and plans it once per connection. */
class NamingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const plain = this.query.bind(this) as (...args: unknown[]) => unknown;
    const namedQuery = (query: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof query === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(query) : undefined;
      return name ? plain({ name, text: query, values }, ...rest) : plain(query, values, ...rest);
    };
    this.query = namedQuery as typeof this.query;
  }
}

/**
 * A pool with a time limit for every statement, lock and idle transaction. It survives a restart of the database: it
 * reports lost connections to `onError`, and the next query replaces them.
 */
export function createPool(connection: Connection, { max = 16, name = 'vitrine', onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    Client: NamingClient,
    types,
    max,
    application_name: name,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    lock_timeout: 3000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    options: PLANNING,
  });
  // `end` resolves before its sockets are closed, and errors after that matter to nobody.
  const report = (error: Error) => pool.ending || onError(error);
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}
