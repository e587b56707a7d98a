import * as http from 'node:http';
import * as https from 'node:https';

/** FXServer gives up if the first body byte has not arrived after this many ms and no length was announced. */
const SILENCE_MS = 5000;
const MAX_REDIRECTS = 20;
/** Old artifacts carry a curl that asks before a body of more than this, and waits this long for the answer. */
const EXPECT_BYTES = 1024;
const CONTINUE_MS = 1000;

export interface HttpRequest {
  url: string;
  method: string;
  body: Buffer;
  headers: Record<string, string>;
  follow: boolean;
}

/**
 * An answer that a test plays without a network. Its delay, 5 ms unless given, is time of the city. Its length is
 * announced at once, so the server waits for it however long that is.
 */
interface PlayedAnswer {
  status: number;
  body: string;
  headers?: Record<string, string>;
  delayMs?: number;
}

/** Plays the other side of a city's requests. Undefined is silence; status 0 is a connection that failed. */
export type Play = (request: HttpRequest) => PlayedAnswer | undefined;

/** The arguments of PerformHttpRequest's callback: a missing body is nil, and `failure` is the fourth. */
export interface HttpOutcome {
  status: number;
  body?: Buffer;
  headers: Record<string, string | string[]>;
  failure?: Buffer;
}

export interface HttpHooks {
  /** Runs `fn` after that time on the city's clock. Returns a function that cancels it. */
  timer(ms: number, fn: () => void): () => void;
  /** Called when the whole request was sent. */
  sent(): void;
}

const failed = (code: number, text: string): HttpOutcome => ({
  status: 0,
  headers: {},
  failure: Buffer.from(`CURL error code ${code} (${text})`),
});

/** From 400 on a script gets neither body nor headers, only one text. */
const refused = (status: number, body: Buffer): HttpOutcome => ({
  status,
  headers: {},
  failure: Buffer.concat([Buffer.from(`HTTP ${status}: `), body]),
});

/** Answers a request at its time of the city, or fails after the same silence as a real one. */
export function playRequest(
  play: Play,
  request: HttpRequest,
  hooks: HttpHooks,
  done: (outcome: HttpOutcome) => void,
): void {
  hooks.sent();
  const answer = play(request);
  if (!answer) {
    hooks.timer(SILENCE_MS, () => done(failed(42, 'Operation was aborted by an application callback')));
    return;
  }
  const { status, body, headers = {} } = answer;
  hooks.timer(answer.delayMs ?? 5, () => {
    if (status === 0) return done(failed(7, "Couldn't connect to server"));
    done(status >= 400 ? refused(status, Buffer.from(body)) : { status, body: Buffer.from(body), headers });
  });
}

/** Names of this machine. The stand-in calls no other. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

function curlError(error: NodeJS.ErrnoException): HttpOutcome {
  if (error.code === 'ECONNREFUSED') return failed(7, "Couldn't connect to server");
  if (error.code === 'EPROTO' || error.code?.startsWith('ERR_SSL')) return failed(35, 'SSL connect error');
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE')
    return failed(56, 'Failure when receiving data from the peer');
  if (error.code?.startsWith('HPE_')) return failed(1, 'Unsupported protocol');
  return failed(56, error.message);
}

function collectHeaders(raw: string[]): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]];
    const before = found[name];
    found[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return found;
}

/** The HTTP client of one server: eight connections per host, shared by all resources. */
export interface HttpClient {
  /** Never rejects. It checks no certificates, keeps headers on redirects, and has no total time-out. */
  perform(request: HttpRequest, hooks: HttpHooks): Promise<HttpOutcome>;
  /** Drops every connection, as the end of the process does. */
  destroy(): void;
}

export function createHttpClient(oldArtifact = false): HttpClient {
  const plain = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const secure = new https.Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
  const open = new Set<http.ClientRequest>();

  const once = (url: URL, request: HttpRequest, hooks: HttpHooks): Promise<HttpOutcome & { location?: string }> =>
    new Promise((resolve) => {
      let settled = false;
      let callOff = (): void => undefined;
      const settle = (outcome: HttpOutcome & { location?: string }): void => {
        if (settled) return;
        settled = true;
        callOff();
        open.delete(outgoing);
        resolve(outcome);
      };
      const asks = oldArtifact && request.body.length > EXPECT_BYTES;
      const module = url.protocol === 'https:' ? https : http;
      const outgoing = module.request({
        host: url.hostname === '[::1]' ? '::1' : '127.0.0.1',
        servername: url.hostname,
        port: url.port === '' ? undefined : url.port,
        path: url.pathname + url.search,
        method: request.method,
        agent: url.protocol === 'https:' ? secure : plain,
        headers: {
          Host: url.host,
          'User-Agent': 'FXServer/PerformHttpRequest',
          Accept: '*/*',
          ...request.headers,
          ...(request.body.length > 0 || request.method !== 'GET' ? { 'Content-Length': request.body.length } : {}),
          ...(asks ? { Expect: '100-continue' } : {}),
        },
      });
      open.add(outgoing);
      callOff = hooks.timer(SILENCE_MS, () => {
        settle(failed(42, 'Operation was aborted by an application callback'));
        outgoing.destroy();
      });
      outgoing.on('finish', () => hooks.sent());
      outgoing.on('error', (error: NodeJS.ErrnoException) => settle(curlError(error)));
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        if (incoming.headers['content-length'] !== undefined) callOff();
        incoming.on('data', (chunk: Buffer) => {
          callOff();
          chunks.push(chunk);
        });
        incoming.on('error', () => settle(failed(18, 'Transferred a partial file')));
        incoming.on('end', () => {
          if (!incoming.complete) return settle(failed(18, 'Transferred a partial file'));
          const status = incoming.statusCode ?? 0;
          const body = Buffer.concat(chunks);
          if (status >= 400) return settle(refused(status, body));
          settle({ status, body, headers: collectHeaders(incoming.rawHeaders), location: incoming.headers.location });
        });
      });
      if (!asks) return void outgoing.end(request.body);
      // The body follows when the server says "continue", or after a second without a word.
      const send = (): void => {
        callContinue();
        if (!outgoing.writableEnded && !settled) outgoing.end(request.body);
      };
      const callContinue = hooks.timer(CONTINUE_MS, send);
      outgoing.once('continue', send);
      outgoing.flushHeaders();
    });

  return {
    async perform(request, hooks) {
      let address = request.url;
      try {
        for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
          const url = new URL(address);
          if (url.protocol !== 'http:' && url.protocol !== 'https:') return failed(1, 'Unsupported protocol');
          if (!isLoopback(url.hostname)) return failed(6, "Couldn't resolve host name");
          const { location, ...outcome } = await once(url, request, hooks);
          if (!request.follow || location === undefined || outcome.status < 300 || outcome.status > 399) return outcome;
          address = new URL(location, url).href;
        }
        return failed(47, 'Number of redirects hit maximum amount');
      } catch (error) {
        return failed(3, error instanceof Error ? error.message : 'URL using bad/illegal format');
      }
    },
    destroy() {
      for (const request of open) request.destroy();
      plain.destroy();
      secure.destroy();
    },
  };
}
