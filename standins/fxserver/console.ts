/** Splits a typed line: `;` and line ends separate commands, except inside double quotes. */
export function splitCommands(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let quoted = false;
  for (const c of text) {
    if (c === '"') quoted = !quoted;
    if ((c === ';' && !quoted) || c === '\n') {
      found.push(current);
      current = '';
      if (c === '\n') quoted = false;
    } else current += c;
  }
  return [...found, current].map((l) => l.trim()).filter((l) => l !== '');
}

const isSpace = (c: string | undefined) => c !== undefined && c <= ' ';

/**
 * The end of a JSON value that begins here, or undefined. A console that was built with the JSON library reads `{…}`
 * and `[…]` as one token.
 */
function endOfJson(line: string, at: number): number | undefined {
  if (line[at] !== '{' && line[at] !== '[') return undefined;
  for (let end = at + 1; end < line.length; end += 1) {
    if (line[end] !== '}' && line[end] !== ']') continue;
    try {
      JSON.parse(line.slice(at, end + 1));
      return end + 1;
    } catch {
      // not complete yet
    }
  }
  return undefined;
}

/**
 * Reads a quoted token from its opening quote. `\"` is a quote, and every other backslash is itself. The closing
 * quote may be missing.
 */
function readQuoted(line: string, start: number): { token: string; next: number } {
  let token = '';
  let escaped = false;
  let at = start + 1;
  for (; at < line.length; at += 1) {
    const c = line[at];
    if (c === '"' && !escaped) break;
    if (c === '\\' && line[at + 1] === '"') escaped = true;
    else {
      token += c;
      escaped = false;
    }
  }
  return { token, next: at + 1 };
}

/** Whether a comment begins here, so that the rest of the line is ignored. */
const isComment = (line: string, at: number) => line[at] === '#' || line.startsWith('//', at);

/**
 * Splits one command into tokens as `console::Tokenize` does (citizenfx/fivem 06d4d34,
 * code/client/citicore/console/Console.cpp). A space, and every character below it, separates tokens. A quoted text
 * is one token, even an empty one, and ends a token before it. A token that begins with `#` or `//` ends the line.
 * `/*` is skipped with the next character. `json`: whether the build has the JSON library.
 */
export function tokenize(text: string, { json = true }: { json?: boolean } = {}): string[] {
  // The server gets the line as a C string.
  const line = text.split('\0', 1)[0] ?? '';
  const tokens: string[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(line[at])) at += 1;
    if (at >= line.length) return tokens;
    if (at > 0) {
      if (isComment(line, at)) return tokens;
      if (line.startsWith('/*', at)) {
        at += 3;
        continue;
      }
    }
    const end = json ? endOfJson(line, at) : undefined;
    if (end !== undefined) {
      tokens.push(line.slice(at, end));
      at = end;
      continue;
    }
    if (line[at] === '"') {
      const { token, next } = readQuoted(line, at);
      tokens.push(token);
      at = next;
      continue;
    }
    const start = at;
    for (; at < line.length && !isSpace(line[at]) && line[at] !== '"'; at += 1) {
      const first = at === 0 || line[at - 1] === ' ' || line[at - 1] === '\t';
      if (first && (isComment(line, at) || line.startsWith('/*', at))) return tokens;
    }
    tokens.push(line.slice(start, at));
  }
}

/** Rights: which principal (with those that it inherits from) may use which object; `command` covers `command.x`. */
export interface Acl {
  addAce(principal: string, object: string, allow: boolean): void;
  removeAce(principal: string, object: string, allow: boolean): void;
  addPrincipal(child: string, parent: string): void;
  removePrincipal(child: string, parent: string): void;
  allowed(principal: string, object: string): boolean;
}

export function createAcl(): Acl {
  const aces: Array<{ principal: string; object: string; allow: boolean }> = [];
  const parents: Array<[child: string, parent: string]> = [];
  const family = (principal: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(principal)) return seen;
    seen.add(principal);
    for (const [child, parent] of parents) if (child === principal) family(parent, seen);
    return seen;
  };
  return {
    addAce: (principal, object, allow) => void aces.push({ principal, object, allow }),
    removeAce(principal, object, allow) {
      const i = aces.findIndex((a) => a.principal === principal && a.object === object && a.allow === allow);
      if (i >= 0) aces.splice(i, 1);
    },
    addPrincipal: (child, parent) => void parents.push([child, parent]),
    removePrincipal(child, parent) {
      const i = parents.findIndex(([c, p]) => c === child && p === parent);
      if (i >= 0) parents.splice(i, 1);
    },
    allowed(principal, object) {
      if (principal === 'system.console') return true;
      const who = family(principal);
      const parts = object.split('.');
      for (let n = parts.length; n > 0; n -= 1) {
        const name = parts.slice(0, n).join('.');
        const hits = aces.filter((a) => who.has(a.principal) && a.object === name);
        if (hits.length > 0) return hits.every((a) => a.allow);
      }
      return false;
    },
  };
}
