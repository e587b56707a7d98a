/** How a call to Mercado Pago failed (facts/mercado-pago.md, 2, Errors). */
export type FailureKind =
  /** The provider refused for a reason that asking again does not change. Nothing was done. */
  | 'refused'
  /** Not now: too many requests, locked, or the same operation is running. Probably nothing was done. */
  | 'later'
  /** No answer, an unreadable one, or a 5xx: it may have been done. Search before creating again. */
  | 'unknown';

export interface FailureFacts {
  kind: FailureKind;
  /** HTTP status; undefined without an answer. */
  status?: number | undefined;
  /** The provider's stable code as text. Compare status and code, never the message. */
  code?: string | undefined;
  requestId?: string | undefined;
  /** Seconds the provider asked us to wait. */
  retryAfter?: number | undefined;
}

/** Thrown by every call of the client. Its message names method, path, status and code, never a token or a body. */
export class MercadoPagoError extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  constructor(call: string, facts: FailureFacts, cause?: unknown) {
    super(`${call}: ${facts.status ?? 'no answer'}${facts.code ? ` (${facts.code})` : ''}`, { cause });
    this.name = 'MercadoPagoError';
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

/** 409 without this code means that the same operation is running; with it, we made a mistake. */
const KEY_REUSED = 'idempotency_key_already_used';

/** What a status and a code mean for the caller. */
export function kindOf(status: number, code: string | undefined): FailureKind {
  if (status === 429 || status === 423 || status === 424 || status === 408) return 'later';
  if (status === 409) return code && code !== 'conflict' ? 'refused' : 'later';
  return status >= 500 ? 'unknown' : 'refused';
}

/** The first code in an error body of any of the APIs; undefined for HTML and other surprises. */
export function codeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { cause, errors, error, code: own } = body as Record<string, unknown>;
  if (typeof own === 'string' && own !== '') return own.slice(0, 80);
  if (error === KEY_REUSED) return KEY_REUSED;
  for (const list of [cause, errors]) {
    const first: unknown = Array.isArray(list) ? list[0] : list;
    const code = typeof first === 'object' && first !== null ? (first as { code?: unknown }).code : undefined;
    if (typeof code === 'string' || typeof code === 'number') return String(code).slice(0, 80);
  }
  return typeof error === 'string' ? error.slice(0, 80) : undefined;
}
