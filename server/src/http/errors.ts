import { type ErrorCode, errors, type Failure } from '@vitrine/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import pg from 'pg';
import { isConflict } from '../db/transaction.ts';
import { BusyError } from '../fair-share.ts';

export interface RefusalDetails {
  /** Instead of the table's text; pt-BR. */
  error?: string | string[];
  /** Seconds, for 429 and 503. */
  retryAfter?: number;
  /** Instead of the table's field. */
  field?: string;
  challenge?: Failure['challenge'];
}

/** Thrown by a rule that says no: a code of the one error table. Nothing of it is logged as a fault. */
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

/** Fastify's own refusals that a client causes, by code; any other 4xx of it is a malformed request. */
const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Connection-level failures: SQLSTATE classes 08, 57P0x and 53, and what the socket and the pool say. */
const AWAY = /^(08|57P0|53)/;
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
const CALLS = new Set(['connect', 'read', 'write']);
/** What `pg` says without a code: no connection to be had, or one that ended under a query. */
const POOL =
  /timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable/;

/** Whether the database could not be reached or gave up for now: the same request may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError)
    return AWAY.test(error.code ?? '') || error.code === '57014' || isConflict(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  return POOL.test(error.message) || (CALLS.has(syscall ?? '') && SOCKET.has(code ?? ''));
}

/**
 * Whether PostgreSQL refused a text that it cannot keep: NUL (22021, in JSON 22P05), or half a surrogate pair in JSON,
 * which is its only syntax error that `JSON.stringify` can cause. Only a request can have brought it.
 */
function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return code === '22021' || code === '22P05' || (code === '22P02' && message.includes('syntax for type json'));
}

/** Disks that are full: of the database (53100), of our own files. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** Storage that only lets us read: the database (25006), our own files. */
const READ_ONLY = new Set(['25006', 'EROFS']);
const STORAGE_RETRY_SECONDS = 30;

/** What an operator does about storage that does not take what we write; undefined for any other error. */
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

/** What any error becomes for the client; `fault` is true when it is ours to look at. */
export function describeFailure(error: unknown): {
  status: number;
  body: Failure;
  retryAfter: number | undefined;
  fault: boolean;
} {
  if (error instanceof Refusal) return failure(error.code, error.details);
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A schema's message is for people exactly where we wrote it: zod's own English ones are not shown.
    const own = error.validation.find((issue) => issue.message && isOwnText(issue.message));
    const field = own?.instancePath.slice(1).replaceAll('/', '.');
    return own?.message
      ? failure('validation_failed', { error: own.message, field: field || undefined })
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
  return { status: entry.status, body, retryAfter: details.retryAfter, fault: false };
}

/** Zod's built-in messages begin with one of these; ours are Portuguese sentences. */
const BUILT_IN = /^(Invalid|Too (big|small)|Unrecognized|Expected|Required)/;
function isOwnText(message: string): boolean {
  return !BUILT_IN.test(message);
}

/** One handler for every error of every route; must be installed before the plugins that it is to serve. */
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

/** The answer of an address that does not exist, for routes of ours that look like one to the caller. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ ...failure('not_found').body, requestId: request.id });
}
