/** A check of the most that a column may hold. MariaDB in its strict mode refuses more, and SQLite has no such limits. */
function limit(name: string, type: string): string {
  const [, kind = '', size] = /^(\w+)(?:\((\d+)\))?/.exec(type) ?? [];
  if (/^int$/i.test(kind)) return ` CHECK (${name} BETWEEN -2147483648 AND 2147483647)`;
  if (/^varchar$/i.test(kind)) return ` COLLATE NOCASE CHECK (LENGTH(${name}) <= ${size})`;
  if (/^text$/i.test(kind)) return ` COLLATE NOCASE CHECK (LENGTH(CAST(${name} AS BLOB)) <= 65535)`;
  return '';
}

/**
 * A `CREATE TABLE` of MariaDB for SQLite: a column that counts up becomes the only primary key, an index is left out, and
 * limits of types become checks. Other statements stay as they are.
 */
function createTable(sql: string): string {
  const found = /^(\s*CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?[\w`]+\s*\()([\s\S]*)(\)[^)]*)$/i.exec(sql);
  if (!found) return sql;
  const [, head = '', body = '', tail = ''] = found;
  const lines = body.split(/,(?![^(]*\))/).map((line) => line.trim());
  const counter = lines
    .find((line) => /\bAUTO_INCREMENT\b/i.test(line))
    ?.split(/\s/)[0]
    ?.replaceAll('`', '');
  const kept = lines.flatMap((line) => {
    if (/^(?:KEY|INDEX)\b/i.test(line)) return [];
    if (/^PRIMARY\s+KEY\b/i.test(line)) {
      if (counter === undefined) return [line];
      const has = new RegExp(`\\b${counter}\\b`).test(line);
      return has ? [] : [line.replace(/^PRIMARY\s+KEY/i, 'UNIQUE')];
    }
    if (/^UNIQUE\s+KEY\b/i.test(line)) return [line.replace(/^UNIQUE\s+KEY\s+\w+/i, 'UNIQUE')];
    const [, name = '', type = ''] = /^(\S+)\s+(\S+)/.exec(line) ?? [];
    if (/\bAUTO_INCREMENT\b/i.test(line)) return [`${name} INTEGER PRIMARY KEY`];
    return [line + limit(name, type)];
  });
  return head + kept.join(', ') + tail;
}

/** A statement for SQLite with its parameters in order. */
export interface Translated {
  sql: string;
  params: unknown[];
}

type Params = readonly unknown[] | Record<string, unknown>;

function parameter(params: Params, name: string): unknown {
  if (Array.isArray(params)) return null;
  const named = params as Record<string, unknown>;
  for (const key of [`@${name}`, `:${name}`, name]) if (named[key] !== undefined) return named[key];
  return null;
}

/** Cuts SQL into literals and the rest, so that no literal is rewritten. */
function pieces(sql: string): string[] {
  return sql.split(/('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/)/);
}

const REWRITES: Array<[RegExp, string]> = [
  [/\bINSERT\s+IGNORE\b/gi, 'INSERT OR IGNORE'],
  [/\bFOR\s+UPDATE\b/gi, ''],
  [/\bLOCK\s+IN\s+SHARE\s+MODE\b/gi, ''],
  [/\bON\s+DUPLICATE\s+KEY\s+UPDATE\b/gi, 'ON CONFLICT DO UPDATE SET'],
  [/\bVALUES\s*\(\s*([A-Za-z_]\w*)\s*\)(?=\s*(?:[-+*/,]|$))/gi, 'excluded.$1'],
  [/\bAUTO_INCREMENT\b(?!\s*=)/gi, ''],
  [/\)\s*(?:ENGINE|DEFAULT\s+CHARSET|CHARACTER\s+SET|COLLATE|AUTO_INCREMENT)\s*=[^;]*$/gi, ')'],
  [/\bON\s+UPDATE\s+CURRENT_TIMESTAMP(?:\(\))?/gi, ''],
  [/\b(?:CHARACTER\s+SET|CHARSET)\s+\w+/gi, ''],
  [/\bCOLLATE\s+utf8\w*/gi, 'COLLATE NOCASE'],
  [/\bUNSIGNED\b/gi, ''],
  [/\bCURRENT_TIMESTAMP\(\)/gi, 'CURRENT_TIMESTAMP'],
];

/**
 * A statement in pieces, every second one a literal, with `?` for each parameter and the parameters in order. Throws, as
 * the driver does, when a `?` has no value.
 */
function bind(sql: string, given: Params): { parts: string[]; params: unknown[] } {
  const params: unknown[] = [];
  const list = Array.isArray(given) ? given : [];
  let next = 0;
  const parts = pieces(sql.trim().replace(/;\s*$/, '')).map((piece, i) => {
    if (i % 2 === 1) return piece;
    return piece.replace(/\?|[@:]([A-Za-z_]\w*)/g, (whole, name: string | undefined) => {
      if (whole === '?') {
        if (Array.isArray(given) && next >= list.length)
          throw new Error(`Expected more than ${list.length} parameters`);
        params.push(Array.isArray(given) ? list[next] : parameter(given, String(next + 1)));
        next += 1;
      } else params.push(parameter(given, String(name)));
      return '?';
    });
  });
  return { parts, params };
}

/** MySQL reads "x" as text and \' as an escape; SQLite does neither. */
function literal(piece: string): string {
  if (piece.startsWith('"')) return `'${piece.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "''")}'`;
  return piece.startsWith("'") ? piece.replaceAll("\\'", "''").replaceAll('\\\\', '\\') : piece;
}

/**
 * Translates the MySQL of city scripts into SQLite's dialect, and `?`, `@name`, `:name` into ordered parameters.
 * Throws, as the driver does, when a `?` has no value. Literals and quoted names stay unchanged.
 */
export function translate(sql: string, given: Params): Translated {
  const { parts, params } = bind(createTable(sql), given);
  // These rewrites span no literal, so each piece is rewritten alone. The end of CREATE TABLE is always in the last
  // piece.
  const text = parts
    .map((piece, i) => (i % 2 === 1 ? literal(piece) : REWRITES.reduce((s, [from, to]) => s.replace(from, to), piece)))
    .join('');
  return { sql: text, params };
}

const ESCAPES: Record<string, string> = {
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\x1a': '\\Z',
  "'": "\\'",
  '\\': '\\\\',
};

function quote(value: unknown): string {
  if (value === undefined || value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: MySQL needs exactly these escaped
  return `'${String(value).replace(/[\0\n\r\x1a'\\]/g, (c) => ESCAPES[c] ?? c)}'`;
}

/** The statement with its parameters written into it, as the drivers send it to MySQL and MariaDB. */
export function forMariadb(sql: string, given: Params): string {
  const { parts, params } = bind(sql, given);
  let next = 0;
  return parts
    .map((piece, i) => {
      if (i % 2 === 1) return piece;
      return piece.replaceAll('?', () => {
        next += 1;
        return quote(params[next - 1]);
      });
    })
    .join('');
}
