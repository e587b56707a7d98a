import type { RateLimit } from '@vitrine/contract/calls/call';
import type { App } from './app-type.ts';
import { Refusal } from './errors.ts';
import { NETWORK_TIMES, senderOf, spenderOf } from './network.ts';

/**
 * How often one address may call a route, counted in this process's memory. This stops scripts, not people: Brazilian
 * mobile networks put many players behind one address, so the figures are generous. Logins have a stricter throttle
 * in the database.
 */
const limits = {
  couponCheck: { max: 120, seconds: 60 },
  quote: { max: 600, seconds: 60 },
  /**
   * Each id leads to a name, and a shopper types one id, not a list. The city's own limit is
   * `limits.cityChecksPerMinute`.
   */
  cityCheck: { max: 120, seconds: 600 },
  /** A shopper types one id, not a list. The store's own limit is `limits.discordChecksPerMinute`. */
  discordCheck: { max: 120, seconds: 600 },
  order: { max: 1200, seconds: 60 },
  upload: { max: 120, seconds: 60 },
  search: { max: 600, seconds: 60 },
  /** Public lookups by id, because inventing ids costs less than looking them up. */
  lookUp: { max: 1200, seconds: 60 },
  /** Calls before a login. The throttles in the database are stricter; this one keeps a flood away from them. */
  signIn: { max: 1200, seconds: 60 },
  /** An open order page without a stream asks every two seconds; a carrier may have many behind one address. */
  orderLook: { max: 6000, seconds: 60 },
  /** Drawing one receipt takes about 20 ms. */
  receipt: { max: 60, seconds: 60 },
  /** Browsers report by themselves; one in a loop is told to wait. */
  reports: { max: 60, seconds: 60 },
  /** One host may run many cities, and each busy one asks about once a second. */
  game: { max: 3000, seconds: 60 },
} as const satisfies Record<RateLimit, { max: number; seconds: number }>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often one address may call this route. Without it this file sets no limit. */
    limit?: RateLimit;
  }
}

/** Most remembered addresses; the oldest windows are dropped first. */
const REMEMBERED = 50_000;

/** Counts calls per route group and address in fixed windows. Refuses with 429 and Retry-After. */
export function installRateLimit(app: App, now: () => number = Date.now): void {
  const windows = new Map<string, { hits: number; endsAt: number }>();

  function count(key: string, max: number, seconds: number): void {
    const time = now();
    const window = windows.get(key);
    if (!window || window.endsAt <= time) {
      windows.delete(key);
      windows.set(key, { hits: 1, endsAt: time + seconds * 1000 });
      if (windows.size > REMEMBERED) windows.delete(windows.keys().next().value ?? '');
      return;
    }
    window.hits += 1;
    if (window.hits > max) {
      throw new Refusal('rate_limited', { retryAfter: Math.max(1, Math.ceil((window.endsAt - time) / 1000)) });
    }
  }

  app.addHook('onRequest', async (request) => {
    const name = request.routeOptions.config.limit;
    if (!name) return;
    const { max, seconds } = limits[name];
    const [sender, network] = [senderOf(request.ip), spenderOf(request.ip)];
    // The network first: above its limit, none of its senders is remembered.
    if (network !== sender) count(`${name} ${network}`, max * NETWORK_TIMES, seconds);
    count(`${name} ${sender}`, max, seconds);
  });
}
