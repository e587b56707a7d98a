/** Where a server can be killed (facts/game-servers.md 11.4). "before" points lose the operation, others keep it. `db` is MTA's. */
export type KillAt =
  | 'kvp:before'
  | 'kvp:after'
  | 'kvp-delete:before'
  | 'kvp-delete:after'
  | 'db:before'
  | 'db:after'
  | 'effect:inside'
  | 'effect:after'
  | 'http:before'
  | 'http:sent'
  | 'http:answered';

/** The moment of the kill: the n-th passage of this point with a matching subject (KVP key, effect kind, URL). */
export interface KillPoint {
  at: KillAt;
  /** Beginning of the subject: `c:` for the journal, `bank` for money. Default: any. */
  prefix?: string;
  /** Text in the value (KVP) or body (HTTP). Default: any. */
  contains?: string;
  /** Default 1. */
  nth?: number;
  /** Only passages by this resource count. Default: any. */
  resource?: string;
  /** Ends only this resource, so the memory of the others stays. Default: the whole server dies. */
  stops?: string;
}

export interface Kills {
  /** Sets a point. Resolves when it has killed the server. */
  arm(point: KillPoint): Promise<void>;
  /** The point that strikes now, if one does. */
  passes(at: KillAt, resource: string, subject: string, detail?: string): KillPoint | undefined;
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
        return point;
      }
      return undefined;
    },
    clear() {
      armed = [];
    },
  };
}
