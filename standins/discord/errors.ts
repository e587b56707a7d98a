/**
 * Discord's JSON errors: number -> HTTP status and text. Clients must compare numbers; the texts follow the published
 * table but may change (facts: sections 4 and 12).
 */
const ERRORS = {
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10011: [404, 'Unknown Role'],
  10013: [404, 'Unknown User'],
  10015: [404, 'Unknown Webhook'],
  10026: [404, 'Unknown Ban'],
  10062: [404, 'Unknown interaction'],
  20012: [403, 'You are not authorized to perform this action on this application'],
  30035: [400, 'Maximum number of bans for non-guild members have been exceeded'],
  40007: [403, 'The user is banned from this guild'],
  40060: [400, 'Interaction has already been acknowledged'],
  40333: [403, 'internal network error'],
  50001: [403, 'Missing Access'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50025: [400, 'Invalid OAuth2 access token provided'],
  50027: [401, 'Invalid Webhook Token'],
  50028: [400, 'Invalid Role'],
  50033: [400, 'Invalid Recipient(s)'],
  50035: [400, 'Invalid Form Body'],
  50041: [400, 'Invalid API version provided'],
  50109: [400, 'The request body contains invalid JSON.'],
  50278: [403, 'Cannot send messages to this user due to having no mutual guilds'],
  60003: [403, 'Two factor is required for this operation'],
} as const satisfies Record<number, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: number): code is ErrorCode => code in ERRORS;

export type FieldErrors = { [field: string]: FieldErrors | { code: string; message: string }[] };

/** A refusal with one of Discord's numbers. Rules throw it, and the HTTP edge makes the answer. */
export class DiscordError extends Error {
  readonly status: number;
  readonly code: number;
  readonly fields: FieldErrors | undefined;

  constructor(code: ErrorCode, fields?: FieldErrors) {
    const [status, message] = ERRORS[code];
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  body(): { message: string; code: number; errors?: FieldErrors } {
    return { message: this.message, code: this.code, ...(this.fields && { errors: this.fields }) };
  }
}

/** 401 and the like carry number 0 and the status in the text. */
export function plainError(status: number, text: string): { message: string; code: number } {
  return { message: `${status}: ${text}`, code: 0 };
}

/** An error at one field of the body, in Discord's nested shape. `path`: `delete_message_seconds`, `0.options.name`. */
export function badField(path: string, code: string, message: string): DiscordError {
  const parts = path.split('.');
  const leaf: FieldErrors = { _errors: [{ code, message }] };
  return new DiscordError(
    50035,
    parts.reduceRight<FieldErrors>((inner, part) => ({ [part]: inner }), leaf),
  );
}
