import { createFaults, type FaultInput, type Faults } from '../lib/faults.ts';
import { CLOUDFLARE_PAGE } from './api-gate.ts';
import { DiscordError, isErrorCode, plainError } from './errors.ts';

/** A fault in Discord's words: `code` for a numbered error, `scope` for a 429. */
export type DiscordFaultInput = FaultInput & { code?: number; scope?: 'user' | 'global' | 'shared' };

const STATUS_WORDS: Record<number, string> = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' };

function rateLimited(input: DiscordFaultInput): FaultInput {
  const { scope = 'user', retryAfter = 1, headers, ...rest } = input;
  const global = scope === 'global';
  const own = { 'x-ratelimit-scope': scope, ...(global && { 'x-ratelimit-global': 'true' }) };
  const body = { message: 'You are being rate limited.', retry_after: retryAfter, global };
  return { body, ...rest, retryAfter: Math.ceil(retryAfter), headers: { ...own, ...headers } };
}

function numbered(input: DiscordFaultInput, code: number): FaultInput {
  const { code: _code, scope: _scope, ...rest } = input;
  if (!isErrorCode(code)) throw new TypeError(`unknown code ${code}`);
  const known = new DiscordError(code);
  return { status: known.status, body: known.body(), ...rest };
}

/** Turns a Discord fault into one that the library can play. Throws TypeError for an unknown `code`. */
function translate(input: DiscordFaultInput): FaultInput {
  if (input?.kind === 'cloudflare-html') {
    const headers = { 'retry-after': String(input.retryAfter ?? 60), ...input.headers };
    return { ...input, kind: 'html', status: input.status ?? 429, headers, body: CLOUDFLARE_PAGE };
  }
  if (input?.kind !== 'status') return input;
  if (typeof input.code === 'number') return numbered(input, input.code);
  if (input.status === 429) return rateLimited(input);
  const status = input.status ?? 500;
  return { body: plainError(status, STATUS_WORDS[status] ?? 'Internal Server Error'), ...input };
}

/** The library's faults, plus `cloudflare-html`, `lag` (reads show a change `ms` later) and Discord's error bodies. */
export function createDiscordFaults(): Faults & { add(input: DiscordFaultInput): ReturnType<Faults['add']> } {
  const faults = createFaults(['lag']);
  return { ...faults, add: (input: DiscordFaultInput) => faults.add(translate(input)) };
}
