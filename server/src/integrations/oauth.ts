import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { guarded } from './breaker.ts';
import { readText } from './read-text.ts';
import { isUnreachable } from './unreachable.ts';

/**
 * Why a login at a provider failed:
 * `code`: the authorization code is wrong, used or too old · `ours`: our client or secret is refused, or we ask too
 * often · `timeout`: no answer in time · `other`: the provider failed or sent an unusable answer.
 */
export class OauthError extends Error {
  override name = 'OauthError';
  readonly kind: 'code' | 'ours' | 'timeout' | 'other';
  constructor(kind: OauthError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** A person as every provider describes them, in one shape. Only `id` never changes. */
export interface Identity {
  id: string;
  name: string;
  email: string | null;
  /** Whether the provider confirms that the e-mail belongs to the person. */
  emailVerified: boolean;
  /** The picture's hash or address, as the provider gives it. */
  avatar: string | null;
}

/**
 * Longest time of one call with its body, in ms: two calls stay below the browser's 10 s (facts/discord.md section
 * 2).
 */
const CALL_MS = 4000;
const MOST_BYTES = 64 * 1024;

/**
 * Makes one call with a limit of time and size; a redirect is an error. Its JSON must fit the schema.
 * Throws OauthError.
 */
export async function callJson<T>(url: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
  const { status, body } = await call(url, init);
  const parsed = schema.safeParse(body);
  if (status >= 200 && status < 300 && parsed.success) return parsed.data;
  const reason = body && typeof body === 'object' ? String((body as { error?: unknown }).error ?? '') : '';
  const message = `${new URL(url).pathname} answered ${status} ${reason.slice(0, 60)}`;
  if (status === 400 && /^(invalid_grant|invalid_request)$/.test(reason)) throw new OauthError('code', message);
  if (status === 401 || status === 429 || reason === 'invalid_client') throw new OauthError('ours', message);
  throw new OauthError('other', message);
}

/** The call alone, for answers that nobody reads. Throws OauthError when no answer comes. */
export async function call(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  // Each login is its own party: many failing logins hold up no other one.
  return await guarded({ address: new URL(url).origin, party: randomUUID() }, () => send(url, init), {
    outageOf: (error) => (isUnreachable(error) ? 'unreachable' : 'failed'),
    away: () => new OauthError('other', `${new URL(url).pathname} was not asked: it does not answer`),
  });
}

async function send(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(CALL_MS) });
    return { status: response.status, body: parseJson(await readText(response, MOST_BYTES)) };
  } catch (error) {
    if (error instanceof OauthError) throw error;
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw new OauthError(
      late ? 'timeout' : 'other',
      `${new URL(url).pathname} ${late ? 'was late' : 'was not reached'}`,
      error,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A form body, the only kind that token endpoints take. */
export function formInit(fields: Record<string, string>): RequestInit {
  return {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  };
}
