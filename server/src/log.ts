import { type DestinationStream, type Logger, pino } from 'pino';

/** Wherever they occur, up to two levels deep: secrets, and personal data of shoppers (facts/security.md 3.10, P14). */
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
 * JSON lines on stdout. Errors are logged with type, message, code and stack, never with the values of the statement
 * that failed; requests with method, pattern of the address (it may hold an order or the key of notices), and id.
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
  // PostgreSQL's `detail` and `where` quote rows; they are left out on purpose.
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

/** Where a page or nothing answers, the route has no pattern of its own. */
function describeRequest({ id, method, url = '', routeOptions }: Request): unknown {
  const pattern = routeOptions?.url;
  return { id, method, path: pattern && !pattern.endsWith('*') ? pattern : pagePattern(url.split('?')[0] ?? '') };
}

/** A page's address by its first word, since what follows may name an order or a person: `/success/*`. */
export function pagePattern(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  return `/${/^[a-z-]{0,20}$/.test(first) ? first : ':id'}${rest.length > 0 ? '/*' : ''}`;
}
