import { type DestinationStream, type Logger, pino } from 'pino';

/** Hidden at any place up to two levels deep: secrets and shoppers' personal data (facts/security.md 3.10, P14). */
const HIDDEN = [
  'authorization',
  'cookie',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'accessToken',
  'access_token',
  'refresh_token',
  'client_secret',
  'secret',
  'oauthCode',
  'email',
  'discordId',
  'clientId',
  'customerName',
  'phone',
  'cpf',
];

/**
 * JSON lines on stdout. Errors are logged with type, message, code and stack, and never with the values of the failed
 * statement. Requests are logged with method, id, and the pattern of the address, because an address may hold an
 * order or the key of notices.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: HIDDEN.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    serializers: { err: describeError, req: describeRequest },
  };
  return destination ? pino(options, destination) : pino(options);
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table } = error as Error & { code?: string; constraint?: string; table?: string };
  // PostgreSQL's `detail` and `where` quote rows, so they are left out.
  return {
    type: error.name,
    message: error.message,
    code,
    constraint,
    table,
    stack: error.stack,
    cause: error.cause instanceof Error ? error.cause.message : undefined,
  };
}

interface Request {
  id?: string;
  method?: string;
  url?: string;
  routeOptions?: { url?: string };
}

/** A page, or an unknown address, has no pattern of a route. */
function describeRequest({ id, method, url = '', routeOptions }: Request): unknown {
  const pattern = routeOptions?.url;
  return { id, method, path: pattern && !pattern.endsWith('*') ? pattern : pagePattern(url.split('?')[0] ?? '') };
}

/** The first word of a page's address, because the rest may name an order or a person: `/success/*`. */
export function pagePattern(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  return `/${/^[a-z-]{0,20}$/.test(first) ? first : ':id'}${rest.length > 0 ? '/*' : ''}`;
}
