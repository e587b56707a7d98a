import { createHash } from 'node:crypto';
import pg from 'pg';

const INT8 = 20;
/** Statement names live as long as a connection; past this many texts the rest run unnamed. */
const MOST_NAMES = 500;
const names = new Map<string, string>();

/** Where the database is: an address, or the socket of the embedded one. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string };

export interface PoolOptions {
  /** Most connections of this process. */
  max?: number;
  /** Seen in pg_stat_activity. */
  name?: string;
  /** Told about connections lost while idle or in use; the pool replaces them. */
  onError: (error: Error) => void;
}

/**
 * The types of what comes back: `bigint` (money in centavos, counts) is a number, and a value that a number cannot hold
 * is an error instead of a silently wrong amount. Everything else is as pg has it.
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
    const named = (query: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof query === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(query) : undefined;
      return name ? plain({ name, text: query, values }, ...rest) : plain(query, values, ...rest);
    };
    this.query = named as typeof this.query;
  }
}

/**
 * A pool whose every statement, lock and idle transaction has an end, and which survives a restart of the database:
 * lost connections are reported to `onError` and replaced by the next query.
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
    // Statements are named and repeated: planning each anew would cost more than a plan for given values wins.
    options: '-c plan_cache_mode=force_generic_plan',
  });
  // `end` resolves before its sockets are closed; what happens to them then is nobody's business.
  const report = (error: Error) => pool.ending || onError(error);
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}
