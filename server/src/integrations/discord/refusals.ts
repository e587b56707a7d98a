/**
 * Discord bans an address for 10 000 answers of 401, 403 or 429 in ten minutes (facts/discord.md section 5). These are the
 * shares of that: of one server, and of this process with all servers together.
 */
const WINDOW_MS = 10 * 60_000;
const PER_SERVER = 50;
const MOST = 2500;
/** Of a server that is no slip. */
const SOME = 5;

/**
 * Counts what Discord refused, so that a server where everything is refused (a bot without rights, a role too high) stops
 * asking long before the ban that would stop all. Once half of the process's share is used up, servers that were refused
 * more than a slip wait, and the others go on.
 */
export function createRefusals(now: () => number = Date.now) {
  const servers = new Map<string, number>();
  let all = 0;
  let endsAt = 0;

  function begin(): void {
    if (now() < endsAt) return;
    endsAt = now() + WINDOW_MS;
    servers.clear();
    all = 0;
  }

  return {
    /** Notes an answer for a server. */
    note(server: string, status: number, scope: string | null): void {
      if (status !== 401 && status !== 403 && !(status === 429 && scope !== 'shared')) return;
      begin();
      all += 1;
      servers.set(server, (servers.get(server) ?? 0) + 1);
    },
    /** Seconds until a server may ask again; 0 when it may now. */
    waitOf(server: string): number {
      begin();
      const own = servers.get(server) ?? 0;
      const usedUp = own >= PER_SERVER || all >= MOST || (own >= SOME && all >= MOST / 2);
      return usedUp ? (endsAt - now()) / 1000 : 0;
    },
  };
}
