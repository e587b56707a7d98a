import type { Access } from '../calls/call.ts';
import type { Permission } from '../permissions.ts';

/** The kinds of host that have pages: a store's own, and the product's, with panel and accounts. */
type PageHost = 'store' | 'apex';

interface Row {
  /** Its file below `web/app/`. Two screens may share one. */
  file: `${string}.tsx`;
  /**
   * Who may open it. `customer`: a shopper who signed in; others get the sign-in. `account`: anyone logged in. A
   * permission: a member of the current store whose role has it. The browser asks for the data of `account` and of a
   * permission, and the server checks each call again.
   */
  access: Extract<Access, 'public' | 'customer' | 'account'> | Permission;
  /** The title of the tab and the label in the menu, where the screen's file does not write its own. */
  title?: string;
  /** The group of the panel's menu that shows it; '' stands above the groups. Absent: the menu does not show it. */
  menu?: '' | 'Catálogo' | 'Vendas' | 'Loja';
  /** The window of a shop: a visit counts here, and the page shares its browser process with the page that led to it. */
  window?: true;
  /** It has a form that a browser without script sends to the page itself. */
  form?: true;
}

/**
 * One screen. This row decides everything about it: the route, the menu, who may open it, and whether the page cache may
 * keep it.
 */
export type Screen = Row &
  (
    | {
        /** Hosts on which it is the same for everybody, so the page cache keeps it. Absent: it is never kept. */
        kept?: readonly PageHost[];
        secret?: never;
      }
    | {
        /** Its address holds a secret or names one person's order, so it is never kept. */
        secret: true;
        kept?: never;
      }
  );

/** A screen that was found, with the pattern of its address. */
interface Found<Of> {
  pattern: string;
  screen: Of;
}

/**
 * Returns a function that finds the screen of a path, without query and hash. Letters must be equal. A fixed address
 * wins over one with a parameter. A `*` at the end of a pattern stands for any further parts, also for none.
 */
export function finderOf<Of>(screens: Readonly<Record<string, Of>>): (path: string) => Found<Of> | undefined {
  const rows = Object.entries(screens).map(([pattern, screen]) => ({ pattern, screen, parts: pattern.split('/') }));
  const fixed = new Map(rows.filter(({ pattern }) => !pattern.includes(':')).map((row) => [row.pattern, row]));
  const open = rows.filter(({ pattern }) => pattern.includes(':'));
  return (path) => {
    const found = fixed.get(path);
    if (found) return found;
    const parts = path.split('/');
    return open.find(({ parts: wanted }) => {
      const whole = wanted.at(-1) !== '*';
      const first = whole ? wanted : wanted.slice(0, -1);
      return (
        (whole ? parts.length === first.length : parts.length >= first.length) &&
        first.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
      );
    });
  };
}
