import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';

/** One received request, with all secrets masked. */
export interface JournalEntry {
  id: number;
  /** Milliseconds since the epoch, by the stand-in's clock. */
  at: number;
  method: string;
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  /** Missing while unanswered, or when the socket was destroyed. */
  status?: number;
  /** The fault that hit it. */
  fault?: string;
}

export interface JournalFilter {
  method?: string;
  /** Prefix of the path. */
  path?: string;
}

export interface Journal {
  /** Oldest first. */
  list(filter?: JournalFilter): JournalEntry[];
  clear(): void;
  open(entry: Omit<JournalEntry, 'id'>): JournalEntry;
}

declare module 'fastify' {
  interface FastifyRequest {
    journalEntry?: JournalEntry;
  }
}

const SECRET =
  /^(authorization|cookie|set-cookie|password|secret|client_secret|access_token|refresh_token|code_verifier|token)$/i;

/** Keeps the last four characters, so that two secrets can be told apart. Short ones are hidden completely. */
function maskSecret(text: string): string {
  return text.length > 12 ? `…${text.slice(-4)}` : '…';
}

/** A deep copy with masked values under names that look like secrets. */
function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && inner != null ? maskSecret(String(inner)) : maskSecrets(inner),
    ]),
  );
}

/** Keeps the newest `size` requests. */
export function createJournal(size = 1000): Journal {
  let entries: JournalEntry[] = [];
  let lastId = 0;
  return {
    list: (filter = {}) =>
      entries.filter(
        (entry) =>
          (filter.method === undefined || entry.method === filter.method.toUpperCase()) &&
          (filter.path === undefined || entry.path.startsWith(filter.path)),
      ),
    clear() {
      entries = [];
    },
    open(input) {
      lastId += 1;
      const entry: JournalEntry = { id: lastId, ...input };
      entries.push(entry);
      if (entries.length > size) entries = entries.slice(-size);
      return entry;
    },
  };
}

/**
 * Records every request outside `/__control` and serves `GET /__control/requests?method=&path=`. Call it on the root
 * instance before the faults, so that requests with a fault are recorded too.
 */
export function installJournal(app: FastifyInstance, journal: Journal, clock: Clock): void {
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/__control')) return;
    request.journalEntry = journal.open({
      at: clock.now(),
      method: request.method,
      path: request.url.split('?')[0] ?? '/',
      query: maskSecrets({ ...(request.query as Record<string, unknown>) }) as Record<string, unknown>,
      headers: maskSecrets(request.headers) as Record<string, unknown>,
      body: undefined,
    });
  });
  app.addHook('preHandler', async (request) => {
    if (request.journalEntry) request.journalEntry.body = maskSecrets(request.body);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const entry = request.journalEntry;
    if (entry && request.fault) entry.fault = request.fault.kind;
    if (entry && !request.fault?.kind.startsWith('reset')) entry.status = reply.statusCode;
    return payload;
  });
  app.addHook('onRequestAbort', async (request) => {
    if (request.journalEntry && request.fault) request.journalEntry.fault = request.fault.kind;
  });
  app.get('/__control/requests', async (request) => journal.list(request.query as JournalFilter));
}
