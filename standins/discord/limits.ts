import { createHash } from 'node:crypto';

/** The limits. The real figures are unpublished and change; clients must read headers. */
export type LimitSettings = {
  /** Requests per window and server, for routes that change something. */
  writesPerWindow: number;
  readsPerWindow: number;
  windowMs: number;
  /** Per bot token, for all routes together (facts: section 5). */
  globalPerSecond: number;
  /** Answers of 401, 403 and 429 (not `shared`) in 10 minutes before the address is banned. */
  invalidThreshold: number;
  /** Status of the ban's answer, Cloudflare's HTML page. */
  banStatus: 403 | 429;
};

export const DEFAULT_LIMITS: LimitSettings = {
  writesPerWindow: 5,
  readsPerWindow: 10,
  windowMs: 2000,
  globalPerSecond: 50,
  invalidThreshold: 10_000,
  banStatus: 429,
};

const INVALID_WINDOW_MS = 600_000;

/** State of one bucket after a request was counted. Times in ms. */
export type BucketState = {
  allowed: boolean;
  bucket: string;
  limit: number;
  remaining: number;
  resetAt: number;
  resetAfterMs: number;
};

type Window = { startedAt: number; used: number };

/**
 * Counts requests: buckets per route and top-level id, the global limit per token, and invalid answers per address. A
 * window starts with its first request.
 */
export class RateLimits {
  settings: LimitSettings = { ...DEFAULT_LIMITS };
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();
  readonly #invalid = new Map<string, number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts one request. `route` is the template of the path (shared by methods that Discord counts together), `major`
   * the id of the server or webhook, `token` the owner of the limit.
   */
  count(route: string, major: string, token: string, kind: 'read' | 'write'): BucketState {
    const { writesPerWindow, readsPerWindow, windowMs } = this.settings;
    const limit = kind === 'write' ? writesPerWindow : readsPerWindow;
    const bucket = createHash('md5').update(`${kind} ${route}`).digest('hex');
    const window = this.#window(`${bucket}:${major}:${token}`, windowMs);
    const resetAt = window.startedAt + windowMs;
    const allowed = window.used < limit;
    if (allowed) window.used += 1;
    const remaining = Math.max(0, limit - window.used);
    return { allowed, bucket, limit, remaining, resetAt, resetAfterMs: Math.max(1, resetAt - this.#now()) };
  }

  /** Counts one request against the global limit. Returns the ms to wait when it is used up. */
  countGlobal(token: string): { allowed: boolean; resetAfterMs: number } {
    const window = this.#window(`global:${token}`, 1000);
    const allowed = window.used < this.settings.globalPerSecond;
    if (allowed) window.used += 1;
    return { allowed, resetAfterMs: Math.max(1, window.startedAt + 1000 - this.#now()) };
  }

  /** Counts an answer of 401, 403 or 429 to this address. */
  countInvalid(address: string): void {
    this.#invalid.set(address, [...this.#recentInvalid(address), this.#now()]);
  }

  invalidCount(address: string): number {
    return this.#recentInvalid(address).length;
  }

  /** Whether Cloudflare blocks this address, and for how many ms. */
  shutOut(address: string): { active: boolean; retryAfterMs: number } {
    const recent = this.#recentInvalid(address);
    const first = recent[recent.length - this.settings.invalidThreshold];
    const active = recent.length >= this.settings.invalidThreshold && first !== undefined;
    return { active, retryAfterMs: active ? first + INVALID_WINDOW_MS - this.#now() : 0 };
  }

  /** Forgets all counts and bans; settings stay. */
  clear(): void {
    this.#windows.clear();
    this.#invalid.clear();
  }

  #recentInvalid(address: string): number[] {
    const since = this.#now() - INVALID_WINDOW_MS;
    return (this.#invalid.get(address) ?? []).filter((at) => at > since);
  }

  #window(key: string, lengthMs: number): Window {
    const now = this.#now();
    const known = this.#windows.get(key);
    if (known && now >= known.startedAt && now < known.startedAt + lengthMs) return known;
    const fresh = { startedAt: now, used: 0 };
    this.#windows.set(key, fresh);
    return fresh;
  }
}
