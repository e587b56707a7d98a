import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutComments } from '../check-imports.mjs';

const SERVER = 'server/src/';
/** A file of tables/ is named after the feature, or the folder of server/src, that owns its tables. */
const SCHEMA = 'server/src/db/schema.ts';
/** Tests write what they need to arrange. */
const TEST = /\.test\.ts$|^server\/src\/(test|proof)\//;

/** Tables that Kysely does not know, with their owner. */
const BESIDE_SCHEMA = { schema_migration: 'db', 'pgboss.job': 'jobs' };

/** How the check calls a table that a statement names only while it runs. */
const AT_RUN_TIME = 'a table named at run time';

/**
 * Files (or folders, ending with /) that write tables of others. Each says why it needs a statement of its own
 * and cannot call the owner's function.
 */
export const EXCEPTIONS = [
  {
    path: 'features/checkout/',
    tables: 'product discount discount_use unpaid_hold order order_item order_history payment payment_history',
    why: 'an order is placed by one statement, or not at all',
  },
  {
    path: 'features/orders/stock.ts',
    tables: 'product discount',
    why: 'stock and uses of coupons move in the statement that reads the lines of their order',
  },
  {
    path: 'features/payments/expire-orders.ts',
    tables: 'order',
    why: 'the deadline is claimed in the statement that sees that no payment of the order is held',
  },
  {
    path: 'features/payments/open-payment.ts',
    tables: 'order',
    why: 'the deadline moves in the statement that sees that the order has something to open',
  },
  {
    path: 'features/payments/start-payment.ts',
    tables: 'order store_credential',
    why: 'the deadline, and the way to charge that worked, move in the statement that looks at the attempt',
  },
  {
    path: 'features/payments/mercado-pago/credential.ts',
    tables: 'store_credential',
    why: 'whoever charges hears first that the provider refuses the token',
  },
  {
    path: 'features/city/city-status.ts',
    tables: 'store',
    why: 'the sweep turns stores offline in the statement that looks at their game servers',
  },
  {
    path: 'features/accounts/ways.ts',
    tables: 'store',
    why: "stores lie above accounts, and a proven address opens its owner's stores in the same transaction",
  },
  {
    path: 'features/stores/create-store.ts',
    tables: 'member',
    why: 'members lie above stores, and no store exists without its owner',
  },
  {
    path: 'features/stores/delete-store.ts',
    tables: 'discord_guild game_rcon invitation',
    why: 'they lie above stores, and a store ends for everybody in one transaction',
  },
  {
    path: 'features/discord/guilds/main-guild.ts',
    tables: 'delivery order_item product',
    why: 'what was chosen for the main server gets its name in the transaction in which another becomes the main one',
  },
  {
    path: 'features/mail/mail-budget.ts',
    tables: 'throttle',
    why: 'a mail takes from all its budgets at once, in the transaction that writes it',
  },
  {
    path: 'features/accounts/own-data/',
    tables:
      'audit_entry discord_guild invitation mail member session order order_history order_remark buyer_block refund delivery_history resend_job',
    why: 'erasure: a person is forgotten everywhere at once, or nowhere',
  },
  {
    path: 'features/customers/erase-purchases.ts',
    tables: 'audit_entry customer_right delivery discount_use mail order right_place shown_name waiting_request',
    why: 'erasure: a buyer is forgotten everywhere at once, or nowhere',
  },
  {
    path: 'db/reseal.ts',
    tables: AT_RUN_TIME,
    why: 'seals every sealed column anew, from one list of them',
  },
  {
    path: 'demo/',
    tables:
      'account store subscription category product product_buyer discount order order_item order_history payment payment_history delivery delivery_history',
    why: 'the demo store begins with a past that nobody lived',
  },
];

/** Why nobody but its owner may write the table, and what to do instead. */
function reasonAgainst(table, owner) {
  if (owner)
    return `, a table of ${owner}: call a verb there, or name the reason in EXCEPTIONS of bin/lib/check-tables.mjs`;
  return table === AT_RUN_TIME ? '' : `, which ${SCHEMA} does not list`;
}

const BUILDER =
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)(?:<[^>]*>)?\(\s*(?:(['"`])([\w.]+)(?:\s+as\s+\w+)?\1\s*\))?/g;
const NAME = /"?([\w.]+|\$\{)"?/.source;
const RAW = [
  new RegExp(`\\b(?:insert\\s+into|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?)\\s+(?:only\\s+)?${NAME}`, 'gi'),
  // A name and then `set` must follow: `for update of d` and `do update set` write no table.
  new RegExp(`\\bupdate\\s+(?:only\\s+)?${NAME}(?:[^\\s}]*\\})?(?:\\s+(?:as\\s+)?"?\\w+"?)?\\s+set\\b`, 'gi'),
];
const SQL_COMMENT = /(?<=\s)--\s.*$/gm;

/** Every table that a source text writes, by the builder or in SQL, each once. */
export function writesOf(text) {
  const code = withoutComments(text);
  const found = [...code.matchAll(BUILDER)].map((match) => match[2] ?? AT_RUN_TIME);
  const statements = code.replace(SQL_COMMENT, '');
  for (const form of RAW) {
    for (const [, name] of statements.matchAll(form)) found.push(name === '${' ? AT_RUN_TIME : name);
  }
  return [...new Set(found)];
}

/** The owner of each table that the text of schema.ts lists. */
export function ownersOf(schema) {
  const owners = new Map();
  for (const [, names, owner] of schema.matchAll(/^import type \{([^}]+)\} from '\.\/tables\/([\w-]+)\.ts';$/gm)) {
    for (const name of names.split(',')) owners.set(name.trim(), owner);
  }
  const tables = [...schema.matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, table, type]) => [table, owners.get(type)]);
  return new Map([...tables, ...Object.entries(BESIDE_SCHEMA)]);
}

/** The feature, or the folder of server/src, that a file lies in. */
function roomOf(file) {
  const parts = file.slice(SERVER.length).split('/');
  return parts[0] === 'features' ? parts[1] : parts[0];
}

/**
 * The writes to tables of others, one line each, and the exceptions that nothing needs any more. `sources` has the text of
 * each file by its path from the root.
 */
export function tableProblems(sources, exceptions = EXCEPTIONS) {
  const owners = ownersOf(sources.get(SCHEMA));
  const unused = new Set(exceptions.flatMap(({ path, tables }) => listOf(tables).map((table) => `${path} ${table}`)));
  const problems = [];
  for (const [file, text] of sources) {
    if (!file.startsWith(SERVER) || !file.endsWith('.ts') || TEST.test(file)) continue;
    for (const table of writesOf(text)) {
      const owner = owners.get(table);
      if (owner === roomOf(file)) continue;
      const allowed = exceptions.find(({ path, tables }) => covers(path, file) && listOf(tables).includes(table));
      if (allowed) unused.delete(`${allowed.path} ${table}`);
      else problems.push(`${file} writes ${table}${reasonAgainst(table, owner)}`);
    }
  }
  return [...problems, ...[...unused].map((one) => `bin/lib/check-tables.mjs: nothing needs the exception ${one}`)];
}

const covers = (path, file) => (path.endsWith('/') ? file.startsWith(SERVER + path) : file === SERVER + path);
const listOf = (tables) => (tables === AT_RUN_TIME ? [tables] : tables.split(' '));

/** Features whose rules are arithmetic: `queries.ts` has all their statements (docs/architecture.md, Tables and their SQL). */
const ALL_IN_QUERIES = new Set(['analytics', 'catalog', 'discounts', 'exports', 'variables']);
const STATEMENT =
  /\bsql(?:<[^`]*>)?`|\bsql\.raw\(|\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)(?:<[^>]*>)?\(|\.query\(\s*['"`]/;

/** Files of these features with a statement beside `queries.ts`, one line each. */
export function statementProblems(sources) {
  return [...sources]
    .filter(([file, text]) => {
      if (!file.startsWith(`${SERVER}features/`) || TEST.test(file) || file.endsWith('/queries.ts')) return false;
      return ALL_IN_QUERIES.has(roomOf(file)) && STATEMENT.test(withoutComments(text));
    })
    .map(([file]) => `${file} has SQL: all statements of ${roomOf(file)} are in its queries.ts`);
}

const STORE_ID = 'server/src/http/store.ts';
/** A cast to StoreId, alone or within another type, and raw SQL whose type of rows has a StoreId. */
const MAKES_STORE_ID = /\bas\s+[^;()=]*?\bStoreId\b|<StoreId>\s*[\w'"`(]|\bsql<[^`]*?\bStoreId\b/;
const IMPORT = /^import\b[^;]*;$/gm;

/** Casts that make a StoreId beside `storeIdOf`, one line each. */
export function storeIdProblems(sources) {
  return [...sources]
    .filter(
      ([file, text]) =>
        file.startsWith(SERVER) && file !== STORE_ID && MAKES_STORE_ID.test(withoutComments(text).replace(IMPORT, '')),
    )
    .map(([file]) => `${file} casts to StoreId: only storeIdOf (${STORE_ID}) makes one`);
}

/** All checks of the files (paths from `root`). */
export function checkTables(root, files) {
  const sources = new Map(
    files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  return [...tableProblems(sources), ...statementProblems(sources), ...storeIdProblems(sources)];
}
