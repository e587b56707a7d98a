import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { guarded } from '../breaker.ts';
import { readText } from '../read-text.ts';
import { isUnreachable } from '../unreachable.ts';

/** A browser that asked for messages: where they go, and the keys with which only it opens them. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Our key pair at push services (RFC 8292) in base64url: the public one as a point, the private one as a number. */
interface PushKeys {
  publicKey: string;
  privateKey: string;
  /** How a push service reaches us: an https or mailto address. */
  subject: string;
}

interface PushCall {
  target: PushTarget;
  keys: PushKeys;
  text: string;
  /** The service keeps it this long for a browser that is away, s. */
  ttl: number;
  urgent: boolean;
  /** Replaces a message with the same topic that still waits: 32 signs of base64url at most. */
  topic: string;
  /** Takes the place of all push services; undefined: the real ones. */
  relay: string | undefined;
  /** The party whose calls these are. Their failures count against this party alone. */
  party: string;
  signal: AbortSignal;
}

/** `ended`: nobody gets it there any more. `refused`: this message never. `away`: maybe later, after `wait` s. */
export type Pushed = 'sent' | 'ended' | 'refused' | { away: number };

/** A message without an answer, or with one that says nothing about it. */
class PushOutage extends Error {
  override name = 'PushOutage';
  readonly wait: number;
  readonly unsent: boolean;
  constructor(
    message: string,
    { wait = 0, unsent = false, cause }: { wait?: number; unsent?: boolean; cause?: unknown },
  ) {
    super(message, { cause });
    this.wait = wait;
    this.unsent = unsent;
  }
}

const TIMEOUT_MS = 5000;
const MOST_BYTES = 64 * 1024;
const LONGEST_WAIT = 3600;

/** Where the call goes: a relay has the service's host as the first part of its paths. */
function addressOf(endpoint: string, relay: string | undefined): string {
  if (!relay) return endpoint;
  const { host, pathname, search } = new URL(endpoint);
  return `${relay.replace(/\/+$/, '')}/${host}${pathname}${search}`;
}

/** Encrypts a message for one browser (RFC 8291) and hands it to its push service (RFC 8030). It follows no redirect. */
export async function sendPush(call: PushCall): Promise<Pushed> {
  const { origin } = new URL(call.target.endpoint);
  try {
    return await guarded({ address: call.relay ?? origin, party: call.party, signal: call.signal }, () => post(call), {
      outageOf: (error) => (error instanceof PushOutage ? (error.unsent ? 'unreachable' : 'failed') : undefined),
      away: () => new PushOutage('not tried', { unsent: true }),
    });
  } catch (error) {
    if (error instanceof PushOutage) return { away: error.wait };
    throw error;
  }
}

async function post({ target, keys, text, ttl, urgent, topic, relay, signal }: PushCall): Promise<Pushed> {
  const { endpoint, p256dh, auth } = target;
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
  const [{ headers }, body] = await Promise.all([
    vapidHeaders(subscription, keys),
    encryptNotification(subscription, new TextEncoder().encode(text)),
  ]);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, relay), {
      method: 'POST',
      headers: {
        ...headers,
        ttl: String(ttl),
        topic,
        urgency: urgent ? 'high' : 'normal',
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
      },
      body: Buffer.from(body),
      redirect: 'error',
      signal: AbortSignal.any([limit, signal]),
    });
    await readText(response, MOST_BYTES);
  } catch (error) {
    throw new PushOutage(limit.aborted ? 'no answer in time' : 'not reached', {
      unsent: isUnreachable(error),
      cause: error,
    });
  }
  const { status } = response;
  if (response.ok) return 'sent';
  if (status === 404 || status === 410) return 'ended';
  if (status === 429) return { away: waitOf(response) };
  if (status >= 500) throw new PushOutage(`status ${status}`, { wait: waitOf(response) });
  return 'refused';
}

function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_WAIT) : 0;
}
