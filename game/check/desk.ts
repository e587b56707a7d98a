import {
  type Answer,
  answerSignature,
  type Command,
  isNonce,
  isReadable,
  type Person,
  type Player,
  type Result,
  requestSignature,
  sha,
} from './wire.ts';

/** How far a client's clock may be from ours. */
const SKEW_SECONDS = 300;

type Fields = Record<string, unknown>;
type Call = 'hello' | 'sync' | 'lists' | 'player';

/** One request of the client, as it was read. `at` is ms of the run's clock. */
export interface Request {
  at: number;
  call: Call | undefined;
  path: string;
  text: string;
  headers: { server: string; time: string; nonce: string; signature: string };
  body: Fields;
  /** Status of the answer; 0 if there was no answer. */
  status: number;
  /** Commands that its answer gave, if the answer was one that the client could believe. */
  gave: Command[];
}

/** Answers a request in the place of the usual answer. Undefined is silence. */
export type Trick = (good: () => Answer, request: Request) => Answer | undefined;

interface Waiting {
  wants: (request: Request) => boolean;
  trick: Trick;
}

export interface Given {
  command: Command;
  at: number;
}

const list = (value: unknown): unknown[] => Object.values((value as object | undefined) ?? {});
export const resultsOf = ({ body }: Request): Result[] => list(body.results) as Result[];
export const inProgressOf = ({ body }: Request): string[] => list(body.in_progress).map(String);
export const wantOf = ({ body }: Request): number => (typeof body.want === 'number' ? body.want : 0);

/**
 * Plays Vitrine for one client: it answers as the protocol says, or as a scenario asks, and keeps every request. A request
 * with a mistake is noted as a breach, and answered as if it had none, so that one run finds all mistakes.
 */
export class Desk {
  readonly token: string;
  readonly #now: () => number;
  readonly requests: Request[] = [];
  /** Requests that broke a rule about all requests: the rule, and what was seen. */
  readonly breaches: { rule: string; saw: string }[] = [];
  readonly given: Given[] = [];
  /** Results and answers about people, in the order of arrival, each with the time. */
  readonly results: { at: number; result: Result; request: Request }[] = [];
  readonly people: { at: number; person: Person }[] = [];
  hello: Fields | undefined;
  seat: 'seated' | 'waiting' = 'seated';
  /** Whether a result is settled. */
  settles: (result: Result) => boolean = () => true;
  decided: string[] = [];
  cancel: string[] = [];
  who: string[] = [];
  leases: Record<string, number> | undefined;
  /** Further fields of every answer. */
  more: Fields = {};
  nextPollMs = 300;
  waitingPollMs = 2000;
  limitOfResults = 100;
  /** Vitrine's clock minus this machine's, in seconds. */
  shift = 0;
  /** The player of a command that names nobody. */
  player: Player = { city_id: '1' };
  epoch = 0;
  readonly #due: Command[] = [];
  readonly #tricks: Waiting[] = [];
  readonly #nonces = new Set<string>();
  /** The hash of each list that has arrived, by kind. */
  readonly #lists = new Map<string, unknown>();

  constructor(token: string, now: () => number) {
    this.token = token;
    this.#now = now;
  }

  /** Unix seconds of Vitrine's clock. */
  now(): number {
    return Math.floor(this.#now() / 1000) + this.shift;
  }

  /** Gives commands with the next answer that may carry them. */
  offer(...commands: Command[]): void {
    this.#due.push(...commands);
  }

  /** Takes back what no answer has carried yet. */
  withdraw(): void {
    this.#due.splice(0);
  }

  /** Answers the next request that `wants` names in another way. */
  next(wants: (request: Request) => boolean, trick: Trick): void {
    this.#tricks.push({ wants, trick });
  }

  forgetTricks(): void {
    this.#tricks.splice(0);
  }

  breach(rule: string, saw: string): void {
    if (!this.breaches.some((one) => one.rule === rule && one.saw === saw)) this.breaches.push({ rule, saw });
  }

  /** Answers one request; undefined means no answer at all. Header names may be in any case. */
  handle(path: string, method: string, text: string, headers: Record<string, string>): Answer | undefined {
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const request: Request = {
      at: this.#now(),
      call: /\/v1\/game\/(hello|sync|lists|player)$/.exec(path)?.[1] as Call | undefined,
      path,
      text,
      headers: {
        server: named['x-vitrine-server'] ?? '',
        time: named['x-vitrine-time'] ?? '',
        nonce: named['x-vitrine-nonce'] ?? '',
        signature: named['x-vitrine-signature'] ?? '',
      },
      body: {},
      status: 0,
      gave: [],
    };
    this.requests.push(request);
    this.#look(request, method, named);
    const good = (): Answer => this.#answer(request);
    const at = this.#tricks.findIndex(({ wants }) => wants(request));
    const [found] = at < 0 ? [] : this.#tricks.splice(at, 1);
    const answer = found ? found.trick(good, request) : good();
    request.status = answer?.status ?? 0;
    return answer;
  }

  /** Signs an answer to a request. */
  signed(request: Request, payload: Fields): Answer {
    const body = JSON.stringify(payload);
    return {
      status: 200,
      body,
      headers: { 'X-Vitrine-Signature': answerSignature(this.token, request.headers.nonce, body) },
    };
  }

  /** An error as Vitrine sends it. */
  error(status: number, code: string, more: Fields = {}): Answer {
    return { status, body: JSON.stringify({ success: false, code, error: 'Recusado pela verificação', ...more }) };
  }

  /** Checks the rules that one request alone can break. */
  #look(request: Request, method: string, all: Record<string, string>): void {
    const { path, text, headers } = request;
    const { server, time, nonce, signature } = headers;
    if (!request.call) {
      this.breach('redirect', `${method} ${path} was asked`);
      return;
    }
    if (method !== 'POST') this.breach('signed', `${method} in place of POST`);
    if (server !== sha(this.token).slice(0, 12)) this.breach('signed', 'X-Vitrine-Server is not of this token');
    const wanted = requestSignature(this.token, method, path, time, nonce, text);
    if (signature.toLowerCase() !== wanted) this.breach('signed', `the signature of a ${request.call} is wrong`);
    if (!isNonce(nonce)) this.breach('nonce-once', `the nonce "${nonce.slice(0, 70)}" has another form`);
    if (this.#nonces.has(nonce)) this.breach('nonce-once', `a nonce came twice (${request.call})`);
    this.#nonces.add(nonce);
    if (text.includes(this.token) || Object.values(all).some((value) => value.includes(this.token)))
      this.breach('token-secret', `the token travelled in a ${request.call}`);
    if (Buffer.byteLength(text) > 262_144) this.breach('readable', `a body of ${Buffer.byteLength(text)} bytes`);
    try {
      const body: unknown = JSON.parse(text);
      if (typeof body === 'object' && body !== null && !Array.isArray(body)) request.body = { ...body };
    } catch {
      this.breach('readable', `a ${request.call} is no JSON`);
    }
    if (!isReadable(request.body)) this.breach('readable', `a ${request.call} cannot be read: ${text.slice(0, 160)}`);
    if (request.call === 'sync' && wantOf(request) > 25) this.breach('readable', `want is ${wantOf(request)}`);
    if (request.call === 'sync' && resultsOf(request).length > this.limitOfResults)
      this.breach('too-large', `${resultsOf(request).length} results, hello allowed ${this.limitOfResults}`);
  }

  #answer(request: Request): Answer {
    if (!(Math.abs(Number(request.headers.time) - this.now()) <= SKEW_SECONDS))
      return this.error(401, 'clock_skew', { now: this.now() });
    if (request.call === 'hello') return this.signed(request, this.#hello(request.body));
    if (request.call === 'sync') return this.signed(request, this.#sync(request));
    if (request.call === 'lists') return this.signed(request, this.#list(request.body));
    if (request.call === 'player') return this.signed(request, { success: true, benefits: [] });
    return this.error(404, 'not_found');
  }

  #hello(body: Fields): Fields {
    this.hello = body;
    const common = {
      success: true,
      store: { name: 'Verificação', subdomain: 'verificacao' },
      server_id: 'check',
      now: this.now(),
      min_version: '1.0.0',
      latest_version: '1.0.0',
      download_url: 'https://vitrine.exemplo/config?tab=servidores',
      limits: { commands: 25, results: this.limitOfResults, body_bytes: 262_144, online: 4096 },
      settings: { check_discord: false },
      ...this.more,
    };
    if (this.seat === 'waiting') {
      const notices = ['Verificação: outro servidor recebe as entregas. Nada a aprovar.'];
      return { ...common, epoch: 0, seat: 'waiting', next_poll_ms: this.waitingPollMs, notices, lists: [] };
    }
    this.epoch += 1;
    const offered = Object.entries((body.lists as Record<string, { hash?: unknown }> | undefined) ?? {});
    const lists = offered.filter(([kind, { hash }]) => this.#lists.get(kind) !== hash).map(([kind]) => kind);
    return { ...common, epoch: this.epoch, seat: 'seated', next_poll_ms: 0, notices: [], lists };
  }

  #list({ kind, hash, from, total, entries }: Fields): Fields {
    const end = Number(from) + list(entries).length;
    const isWhole = !(end < Number(total)) || list(entries).length === 0;
    if (isWhole) this.#lists.set(String(kind), hash);
    return { success: true, next: isWhole ? null : end };
  }

  #sync(request: Request): Fields {
    const named = inProgressOf(request);
    const settled: string[] = [];
    for (const result of resultsOf(request)) {
      this.results.push({ at: request.at, result, request });
      if (this.settles(result)) settled.push(result.id);
    }
    for (const person of list(request.body.people)) this.people.push({ at: request.at, person: person as Person });
    const room = this.seat === 'seated' && request.body.epoch === this.epoch ? wantOf(request) : 0;
    const commands = this.#due.splice(0, room).map((command) => ({
      attempt: 1,
      player: this.player,
      args: {},
      order: 'CHECK',
      phase: 'confirmation',
      label: 'Verificação',
      expires_at: this.now() + 120,
      ...command,
    }));
    for (const command of commands) this.given.push({ command, at: request.at });
    request.gave = commands;
    const decided = this.decided.filter((id) => named.includes(id));
    return {
      success: true,
      epoch: this.epoch,
      now: this.now(),
      next_poll_ms: this.nextPollMs,
      settled,
      commands,
      ...(named.length > 0 && {
        leases_until: this.leases ?? Object.fromEntries(named.map((id) => [id, this.now() + 120])),
      }),
      ...(decided.length > 0 && { decided }),
      cancel: this.cancel,
      who: this.who.splice(0),
      notices: [],
      ...this.more,
    };
  }
}
