/** Splits what is typed into a console: `;` and line ends part commands, except inside double quotes. */
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

/** Splits one command into tokens: whitespace and double quotes part them, a token beginning with `//` or `#` ends the line. */
export function tokenize(line: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (/\s/.test(line[at] ?? '')) {
      at += 1;
      continue;
    }
    if (line.startsWith('//', at) || line[at] === '#') break;
    if (line[at] === '"') {
      let token = '';
      at += 1;
      while (at < line.length && line[at] !== '"') {
        if (line[at] === '\\' && line[at + 1] === '"') at += 1;
        token += line[at];
        at += 1;
      }
      at += 1;
      tokens.push(token);
      continue;
    }
    const start = at;
    while (at < line.length && !/[\s"]/.test(line[at] ?? '')) at += 1;
    tokens.push(line.slice(start, at));
  }
  return tokens;
}

/** Rights: who (a principal, with the principals it inherits from) may do what (an object; `command` covers `command.x`). */
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
