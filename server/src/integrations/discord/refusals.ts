/**
 * Discord bans an address for 10 000 answers of 401, 403 or 429 in ten minutes (facts/discord.md section 5). These
 * are our shares of that figure: for one server, and for this process with all its servers.
 */
const WINDOW_MS = 10 * 60_000;
const PER_SERVER = 50;
const MOST = 2500;
/** More refusals of one server than this are no accident. */
const SOME = 5;

/**
 * Counts Discord's refusals. A server that refuses everything (a bot without rights, a role too high) stops asking
 * long before the ban that would stop all. When half of the process's share is used up, servers with more than a few
 * refusals wait, and the others go on.
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
    /** Counts an answer of a server. */
    note(server: string, status: number, scope: string | null): void {
      if (status !== 401 && status !== 403 && !(status === 429 && scope !== 'shared')) return;
      begin();
      all += 1;
      servers.set(server, (servers.get(server) ?? 0) + 1);
    },
    /** Seconds until a server may ask again; 0 for now. */
    waitOf(server: string): number {
      begin();
      const own = servers.get(server) ?? 0;
      const usedUp = own >= PER_SERVER || all >= MOST || (own >= SOME && all >= MOST / 2);
      return usedUp ? (endsAt - now()) / 1000 : 0;
    },
  };
}
