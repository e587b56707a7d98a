/** Where a server can be killed (facts/game-servers.md 11.4). "before" points lose the operation, the others keep it. */
export type KillAt =
  | 'kvp:before'
  | 'kvp:after'
  | 'kvp-delete:before'
  | 'kvp-delete:after'
  | 'effect:inside'
  | 'effect:after'
  | 'http:before'
  | 'http:sent'
  | 'http:answered';

/** Picks the moment: the n-th time this point is passed with a subject (KVP key, effect kind, URL) that fits. */
export interface KillPoint {
  at: KillAt;
  /** The subject begins with it: `c:` for the journal, `bank` for money. Default: any. */
  prefix?: string;
  /** The value (KVP) or body (HTTP) contains it. Default: any. */
  contains?: string;
  /** Default 1. */
  nth?: number;
  /** Only passes made by this resource count. Default: any. */
  resource?: string;
}

export interface Kills {
  /** Arms a point; resolves when it has struck. */
  arm(point: KillPoint): Promise<void>;
  /** True when the server dies here and now. */
  passes(at: KillAt, resource: string, subject: string, detail?: string): boolean;
  clear(): void;
}

export function createKills(): Kills {
  let armed: Array<{ point: KillPoint; left: number; struck: () => void }> = [];
  return {
    arm(point) {
      const { promise, resolve } = Promise.withResolvers<void>();
      armed.push({ point, left: point.nth ?? 1, struck: resolve });
      return promise;
    },
    passes(at, resource, subject, detail = '') {
      for (const one of armed) {
        const { point } = one;
        if (point.at !== at || (point.resource ?? resource) !== resource) continue;
        if (!subject.startsWith(point.prefix ?? '') || !detail.includes(point.contains ?? '')) continue;
        one.left -= 1;
        if (one.left > 0) continue;
        armed = armed.filter((a) => a !== one);
        one.struck();
        return true;
      }
      return false;
    },
    clear() {
      armed = [];
    },
  };
}
