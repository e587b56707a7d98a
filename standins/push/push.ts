import { type Clock, createClock } from '../lib/clock.ts';
import { createFaults, type Faults, installFaults } from '../lib/faults.ts';
import { createJournal, installJournal, type JournalEntry, type JournalFilter } from '../lib/journal.ts';
import { createApp, startServer } from '../lib/server.ts';
import { readVapid } from './vapid.ts';

/** A message that the service took. */
interface TakenPush {
  /** The endpoint as the browser knows it. */
  endpoint: string;
  ttl: number;
  topic: string | undefined;
  urgency: string | undefined;
  /** The public key of the sender. */
  sender: string;
  body: Buffer;
}

interface PushControl {
  clock: Clock;
  faults: Faults;
  /** What the browsers of this endpoint, or of all, have got, oldest first. */
  taken(endpoint?: string): TakenPush[];
  /** From now on the service answers 410: the person took the permission back. */
  end(endpoint: string): void;
  reset(): void;
  requests(filter?: JournalFilter): JournalEntry[];
}

export interface PushStandin {
  url: string;
  control: PushControl;
  close(): Promise<void>;
}

/** No service has to take more in one message (RFC 8030, section 7.2). */
const MOST_BYTES = 4096;
const TOPIC = /^[\w-]{1,32}$/;
const URGENCY = /^(very-low|low|normal|high)$/;

/**
 * The push services of browsers, at one address: `POST /{host}/{path}` stands for `https://{host}/{path}`. It answers as RFC 8030
 * says, wants the sender's proof (RFC 8292) and an `aes128gcm` body (RFC 8291).
 */
export async function startPush({ port }: { port?: number } = {}): Promise<PushStandin> {
  const clock = createClock();
  const journal = createJournal();
  const faults = createFaults();
  let taken: TakenPush[] = [];
  const ended = new Set<string>();
  /** The key that may send to an endpoint (RFC 8292, section 4): the first one that did. */
  const senders = new Map<string, string>();
  const control: PushControl = {
    clock,
    faults,
    taken: (endpoint) => taken.filter((one) => endpoint === undefined || one.endpoint === endpoint),
    end: (endpoint) => ended.add(endpoint),
    reset() {
      taken = [];
      ended.clear();
      senders.clear();
      faults.clear();
      journal.clear();
      clock.reset();
    },
    requests: (filter) => journal.list(filter),
  };

  const app = createApp({ bodyLimit: 64 * 1024 });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  installJournal(app, journal, clock);
  installFaults(app, faults);
  app.get('/__control/pushes', async () =>
    taken.map(({ body, ...one }) => ({ ...one, body: body.toString('base64') })),
  );
  app.post<{ Body: { endpoint?: unknown } | undefined }>('/__control/end', async ({ body }, reply) => {
    if (typeof body?.endpoint !== 'string') return reply.code(400).send({ message: 'endpoint is an address' });
    control.end(body.endpoint);
    return { ok: true };
  });
  app.post('/__control/reset', async () => {
    control.reset();
    return { ok: true };
  });
  app.post<{ Params: { host: string; '*': string } }>('/:host/*', async (request, reply) => {
    const { host, '*': path } = request.params;
    const endpoint = `https://${host}/${path}`;
    const header = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const vapid = readVapid(header('authorization'), `https://${host}`, clock.now());
    if ('problem' in vapid) return reply.code(403).send({ message: vapid.problem });
    if (ended.has(endpoint)) return reply.code(410).send({ message: 'the subscription has ended' });
    const bound = senders.get(endpoint) ?? vapid.key;
    if (bound !== vapid.key) return reply.code(403).send({ message: 'the subscription belongs to another key' });
    const ttl = header('ttl');
    if (!ttl || !/^\d+$/.test(ttl)) return reply.code(400).send({ message: 'ttl is missing' });
    const topic = header('topic');
    const urgency = header('urgency');
    if ((topic && !TOPIC.test(topic)) || (urgency && !URGENCY.test(urgency))) {
      return reply.code(400).send({ message: 'topic or urgency has another form' });
    }
    const body = request.body;
    if (!Buffer.isBuffer(body) || header('content-encoding') !== 'aes128gcm') {
      return reply.code(400).send({ message: 'the body is not encrypted' });
    }
    if (body.length > MOST_BYTES) return reply.code(413).send({ message: 'too large' });
    senders.set(endpoint, bound);
    taken.push({ endpoint, ttl: Number(ttl), topic, urgency, sender: vapid.key, body });
    return reply.code(201).header('location', `https://${host}/m/${taken.length}`).header('ttl', ttl).send();
  });
  const { url, close } = await startServer(app, port);
  return { url, control, close };
}
