import { type ErrorCode, errors, type Failure } from '@vitrine/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { ZodError } from 'zod';
import { isConflict } from '../db/transaction.ts';
import { BusyError } from '../fair-share.ts';

export interface RefusalDetails {
  /** A pt-BR text instead of the table's. */
  error?: string | string[];
  /** Seconds, for 429 and 503. */
  retryAfter?: number;
  /** A field instead of the table's. */
  field?: string;
  challenge?: Failure['challenge'];
  /** The buyer's own order, for `order_pending`. */
  reference?: string;
  /** The save that came between, for `changed_meanwhile`; `serve` adds what stands now. */
  change?: Omit<NonNullable<Failure['change']>, 'current'> & { current?: unknown };
}

/** Thrown when a rule says no: a code of the error table. It is never logged as a fault. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;
  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

interface Entry {
  status: number;
  text: string;
  field?: string;
}

const RETRY_SECONDS = 2;

/** Fastify's refusals that a client causes, by code. Any other 4xx of Fastify is a malformed request. */
const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Failures of a connection: SQLSTATE classes 08, 57P0x and 53, and the errors of socket and pool. */
const AWAY = /^(08|57P0|53)/;
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
const CALLS = new Set(['connect', 'read', 'write']);
/** Errors of `pg` without a code: no free connection, or one that ended during a query. */
const POOL =
  /timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable/;

/** Whether the database was unreachable or gave up for now: the same request may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError)
    return AWAY.test(error.code ?? '') || error.code === '57014' || isConflict(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return POOL.test(error.message) || (CALLS.has(syscall ?? '') && SOCKET.has(code ?? ''));
}

/**
 * Whether PostgreSQL refused a text that it cannot store: NUL (22021, in JSON 22P05), or half a surrogate pair in
 * JSON, which is the only syntax error that `JSON.stringify` can cause. Such a text always comes from the request.
 */
function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return code === '22021' || code === '22P05' || (code === '22P02' && message.includes('syntax for type json'));
}

/** Errors of a full disk: the database's (53100) and our own files'. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** Errors of read-only storage: the database's (25006) and our own files'. */
const READ_ONLY = new Set(['25006', 'EROFS']);
const STORAGE_RETRY_SECONDS = 30;

/** The sentence for an operator whose storage refuses our writes. Undefined for any other error. */
export function storageSentence(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return undefined;
  const whose = error instanceof pg.DatabaseError ? 'the database' : 'the data folder';
  if (FULL.has(code)) return `The disk of ${whose} is full: make room; work goes on by itself afterwards.`;
  if (READ_ONLY.has(code)) {
    return `The storage of ${whose} is read-only: mount it for writing, or set DATABASE_URL to the primary server.`;
  }
  return undefined;
}

/** Turns any error into the client's answer. `fault` is true if we must look at it. */
export function describeFailure(error: unknown): {
  status: number;
  body: Failure;
  retryAfter: number | undefined;
  fault: boolean;
} {
  if (error instanceof Refusal) return failure(error.code, error.details);
  // Fastify adds `validationContext` to the error of a request. A Zod error without it is a fault of ours.
  if (error instanceof ZodError && 'validationContext' in error) {
    // Only messages that we wrote ourselves are for people; zod's own English ones are not shown.
    const own = error.issues.find((issue) => isOwnText(issue.message));
    return own
      ? failure('validation_failed', { error: own.message, field: own.path.join('.') || undefined })
      : failure('invalid_request');
  }
  if (error instanceof BusyError) return failure('unavailable', { retryAfter: RETRY_SECONDS });
  if (isUnstorableText(error)) return failure('invalid_request');
  if (storageSentence(error)) {
    return { ...failure('storage_unavailable', { retryAfter: STORAGE_RETRY_SECONDS }), fault: true };
  }
  if (isDatabaseAway(error)) return { ...failure('unavailable', { retryAfter: RETRY_SECONDS }), fault: true };
  const { statusCode, code } = error as FastifyError;
  if (code !== undefined && byFastifyCode[code]) return failure(byFastifyCode[code]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return failure('invalid_request');
  return { ...failure('internal'), fault: true };
}

function failure(code: ErrorCode, details: RefusalDetails = {}) {
  const entry: Entry = errors[code];
  const body: Failure = { success: false, error: details.error ?? entry.text, code };
  const field = details.field ?? entry.field;
  if (field) body.field = field;
  if (details.challenge) body.challenge = details.challenge;
  if (details.reference) body.reference = details.reference;
  if (details.change) body.change = { current: null, ...details.change };
  return { status: entry.status, body, retryAfter: details.retryAfter, fault: false };
}

/** Zod's own messages begin with one of these. Ours are Portuguese sentences. */
const BUILT_IN = /^(Invalid|Too (big|small)|Unrecognized|Expected|Required)/;
function isOwnText(message: string): boolean {
  return !BUILT_IN.test(message);
}

/** One handler for the errors of all routes. Install it before the plugins that it serves. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfter, fault } = describeFailure(error);
    if (fault) request.log.error({ err: error, remedy: storageSentence(error) }, 'request failed');
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    if (status === 413) reply.header('connection', 'close');
    return reply.code(status).send({ ...body, requestId: request.id });
  });
  app.setNotFoundHandler(answerNotFound);
}

/** The answer for an address that does not exist, also for a route that must look like one. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ ...failure('not_found').body, requestId: request.id });
}
