import { setTimeout as delay } from 'node:timers/promises';
import { guarded } from '../breaker.ts';
import { readText } from '../read-text.ts';
import { isUnreachable } from '../unreachable.ts';
import { createRefusals } from './refusals.ts';

/** Discord's refusal, or a missing answer. Compare `code` (facts/discord.md section 4), never texts. */
export class DiscordError extends Error {
  override name = 'DiscordError';
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Discord's own number; 0 without one. */
  readonly code: number;
  /** Seconds to wait, for 429. */
  readonly retryAfter: number | undefined;
  /** True for a 429 that counts all calls of this bot, not one route. */
  readonly global: boolean;
  /** True where nothing of the call left us, so it has no effect. */
  readonly unsent: boolean;
  constructor(
    status: number,
    code: number,
    message: string,
    wait: { retryAfter?: number; global?: boolean; unsent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: wait.cause });
    this.status = status;
    this.code = code;
    this.retryAfter = wait.retryAfter;
    this.global = wait.global ?? false;
    this.unsent = wait.unsent ?? false;
  }
}

export interface DiscordRestOptions {
  /** With or without the version. */
  apiUrl: string;
  botToken: string;
  /** The website of the bot, part of the User-Agent that Discord demands. */
  site: string;
  /** Where processes with the same bot tell each other what they must wait for. Without it, this process knows only its own waits. */
  blocks?: SharedBlocks;
}

/** Pauses of limits by name, known to all processes of a bot. A failure of it never fails a call. */
export interface SharedBlocks {
  /** The longest pause of these names, in ms. */
  waitOf(names: string[]): Promise<number>;
  block(names: string[], ms: number): Promise<void>;
}

interface DiscordCall {
  body?: unknown;
  /** For the server's audit log, 1 to 512 characters. */
  reason?: string;
  /** Longest time of the whole call in ms, without pauses for limits; 4000 by default. */
  timeout?: number;
  signal?: AbortSignal;
  /** The Discord server for which the call counts, if its path names none (the path of a channel or of a person). */
  party?: string;
}

export interface DiscordRest {
  /**
   * Makes one call and returns its JSON, or undefined for an empty answer. It waits up to two seconds when a known
   * limit is used up. A longer pause, and a 429, are thrown with `retryAfter`. It never repeats a call. Throws
   * DiscordError.
   */
  call<T = unknown>(method: string, path: string, options?: DiscordCall): Promise<T | undefined>;
}

const LONGEST_PAUSE_MS = 2000;
const MOST_BYTES = 1024 * 1024;
const MOST_BUCKETS = 10_000;
/** Shorter pauses are over before another process would read of them. */
const SHORTEST_SHARED_MS = 50;
/** The name of the pause for all calls of the bot. */
const ALL = 'all';

/** The API's address with its version: without one, Discord answers in an old version. */
function versioned(apiUrl: string): string {
  const url = apiUrl.replace(/\/+$/, '');
  return /\/v\d+$/.test(url) ? url : `${url}/v10`;
}

/** The party of a call: the Discord server in its path, or the bot itself. */
function partyOf(path: string): string {
  const [, top, server] = (path.split('?', 1)[0] ?? '').split('/');
  return top === 'guilds' && server ? server : 'bot';
}

const serverName = (party: string) => `server ${party}`;

/** Calls that Discord counts together: same method, path pattern, and top id (server, webhook). */
function routeOf(method: string, path: string): string {
  const [, top = '', major = '', ...rest] = (path.split('?', 1)[0] ?? '').split('/');
  return `${method} /${top}/${major}/${rest.map((part) => (/^\d{17,20}$/.test(part) ? ':id' : part)).join('/')}`;
}

/**
 * A client of Discord's REST API for one bot. It reads limits from the answers' headers and assumes none. What it must
 * wait for is shared with the bot's other processes: a route's limit, the bot's limit, and a server that refused too much.
 */
export function createDiscordRest({ apiUrl, botToken, site, blocks }: DiscordRestOptions): DiscordRest {
  const base = versioned(apiUrl);
  const blockedUntil = new Map<string, number>();
  /** The limit of each route, from its answers. Several routes may share one. */
  const bucketOf = new Map<string, string>();
  const refusals = createRefusals();
  let allBlockedUntil = 0;

  function remember(route: string, until: number): void {
    const bucket = bucketOf.get(route) ?? route;
    blockedUntil.delete(bucket);
    if (until > Date.now()) blockedUntil.set(bucket, until);
    if (blockedUntil.size > MOST_BUCKETS) blockedUntil.delete(blockedUntil.keys().next().value ?? '');
  }

  /** Another process knows a bucket by its route until Discord has named the bucket to it. */
  const namesOf = (route: string): string[] => [...new Set([route, bucketOf.get(route) ?? route])];

  async function share(names: string[], ms: number): Promise<void> {
    if (ms >= SHORTEST_SHARED_MS) await blocks?.block(names, ms).catch(() => {});
  }

  async function pauseFor(route: string, party: string, signal?: AbortSignal): Promise<void> {
    const own = Math.max(blockedUntil.get(bucketOf.get(route) ?? route) ?? 0, allBlockedUntil) - Date.now();
    const others = (await blocks?.waitOf([ALL, serverName(party), ...namesOf(route)]).catch(() => 0)) ?? 0;
    const wait = Math.max(own, others);
    if (wait <= 0) return;
    if (wait > LONGEST_PAUSE_MS) {
      throw new DiscordError(429, 0, 'waiting for a limit', {
        retryAfter: wait / 1000,
        global: allBlockedUntil > Date.now(),
        unsent: true,
      });
    }
    await delay(wait, undefined, signal ? { signal } : {});
  }

  async function send<T>(
    method: string,
    path: string,
    { body, reason, timeout = 4000, signal, party = partyOf(path) }: DiscordCall,
  ): Promise<T | undefined> {
    const route = routeOf(method, path);
    const spent = refusals.waitOf(party);
    if (spent > 0)
      throw new DiscordError(429, 0, 'too much was refused to this server', { retryAfter: spent, unsent: true });
    await pauseFor(route, party, signal);
    const headers: Record<string, string> = {
      authorization: `Bot ${botToken}`,
      'user-agent': `DiscordBot (${site}, 1.0.0)`,
      accept: 'application/json',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (reason) headers['x-audit-log-reason'] = encodeURIComponent([...reason].slice(0, 512).join(''));
    const limit = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await fetch(base + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      });
      text = await readText(response, MOST_BYTES);
    } catch (error) {
      if (error instanceof DiscordError) throw error;
      throw new DiscordError(0, 0, limit.aborted ? 'no answer in time' : 'not reached', {
        unsent: isUnreachable(error),
        cause: error,
      });
    }
    refusals.note(party, response.status, response.headers.get('x-ratelimit-scope'));
    await share([serverName(party)], refusals.waitOf(party) * 1000);
    await learn(route, response);
    const json = parse(text);
    if (response.ok) {
      if (text !== '' && json === undefined) throw new DiscordError(0, 0, 'the answer is not JSON');
      return json as T | undefined;
    }
    const failure = failureOf(route, response, json);
    if (failure.status === 429) await share(failure.global ? [ALL] : namesOf(route), (failure.retryAfter ?? 0) * 1000);
    throw failure;
  }

  async function learn(route: string, { headers }: Response): Promise<void> {
    const bucket = headers.get('x-ratelimit-bucket');
    if (bucket) bucketOf.set(route, `${bucket} ${route.split('/')[2] ?? ''}`);
    if (bucketOf.size > MOST_BUCKETS) bucketOf.delete(bucketOf.keys().next().value ?? '');
    const remaining = headers.get('x-ratelimit-remaining');
    const resetAfter = Number(headers.get('x-ratelimit-reset-after'));
    if (remaining !== '0' || !(resetAfter > 0)) return;
    remember(route, Date.now() + resetAfter * 1000);
    await share(namesOf(route), resetAfter * 1000);
  }

  function failureOf(route: string, { status, headers }: Response, json: unknown): DiscordError {
    const given = (json && typeof json === 'object' ? json : {}) as Record<string, unknown>;
    const code = typeof given.code === 'number' ? given.code : 0;
    if (status !== 429) return new DiscordError(status, code, `${route} answered ${status} ${code}`);
    // Cloudflare's page has only the header. Without both, we wait a minute.
    const seconds = Number(given.retry_after ?? headers.get('retry-after') ?? 60);
    const retryAfter = Number.isFinite(seconds) && seconds >= 0 ? seconds : 60;
    const global = given.global === true || headers.get('x-ratelimit-global') === 'true' || json === undefined;
    if (global) allBlockedUntil = Math.max(allBlockedUntil, Date.now() + retryAfter * 1000);
    else remember(route, Date.now() + retryAfter * 1000);
    return new DiscordError(429, code, `${route} is limited`, { retryAfter, global });
  }

  return {
    call: (method, path, options = {}) =>
      guarded(
        { address: base, party: options.party ?? partyOf(path), signal: options.signal },
        () => send(method, path, options),
        {
          outageOf: (error) => {
            if (!(error instanceof DiscordError) || options.signal?.aborted) return undefined;
            if (error.status !== 0 && error.status < 500) return undefined;
            return isUnreachable(error) ? 'unreachable' : 'failed';
          },
          away: () => new DiscordError(0, 0, 'not asked: it does not answer', { unsent: true }),
        },
      ),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
