import {
  type Answer,
  answerSignature,
  type Command,
  isNonce,
  isReadable,
  type Person,
  type Result,
  requestSignature,
  sha,
} from '../../check/wire.ts';
import type { Player } from './player-of.ts';

/** The longest rest of the script in ms. It is short, because things that happen in the city by themselves must be told soon. */
const MOST_REST_MS = 2000;

/** Arguments of a command without placeholders. */
export const line = (text: string) => ({ template: text, argv: text.split(' ') });

export interface ListEntry {
  name: string;
  label?: string;
  allowed?: boolean;
}

interface ListPage {
  kind: string;
  hash: string;
  closed: boolean;
  total: number;
  from: number;
  entries: ListEntry[];
}

/** The platform's side of the protocol, as in the contract, with faults on request. Its clock is the city's. */
export class Platform {
  readonly token = 'vtr_0123456789abcdef0123456789abcdef';
  convars: Record<string, string> = { vitrine_token: this.token, vitrine_url: 'http://127.0.0.1:3000' };
  /** Commands that every answer offers until their result is settled, with the same id and attempt, as after an ended lease. */
  due: Command[] = [];
  results: Result[] = [];
  /** The player of a command that names nobody. */
  player: Player = { city_id: '17' };
  /** City ids for the next answer, each asked once. */
  who: unknown[] = [];
  people: Person[] = [];
  /** Ids that the next answer cancels. */
  cancel: string[] = [];
  hellos: Record<string, unknown>[] = [];
  syncs: Record<string, unknown>[] = [];
  refused: string[] = [];
  /** Bodies that Vitrine cannot read. */
  malformed: string[] = [];
  settle = true;
  /** Whether answers name the deliveries in the script's hand whose outcome Vitrine knows. An older Vitrine did not name them. */
  knows = true;
  private readonly decided = new Set<string>();
  checkDiscord = false;
  /** Answers that replace the normal ones, in order; `undefined` is silence. */
  faults: (Answer | undefined | ((body: string, good: () => Answer) => Answer | undefined))[] = [];
  /** The pages of the city's lists, and the whole ones by kind. */
  pages: ListPage[] = [];
  lists: Record<string, { hash: string; closed: boolean; entries: ListEntry[] }> = {};
  /** What players have, by city id, and who asked. */
  benefits: Record<string, { name: string; until: number | null; until_text: string | null }[]> = {};
  asks: Record<string, unknown>[] = [];
  /** Until when deliveries in hand may begin. Absent, as in a Vitrine that is older than renewals. */
  leases: Record<string, number> | undefined;
  /** What the answers say of Vitrine's clock. */
  now: number | undefined;
  /** Another server holds the seat. */
  waiting = false;
  /** How many players a sync may tell. Undefined stands for a Vitrine that is older than this limit. */
  online: number | undefined = 4096;
  /** When a script asks again, in ms. */
  nextPollMs = 500;
  private idle = 0;
  private restMs = (): number => 0;
  private epoch = 0;
  private readonly nonces = new Set<string>();

  /** Answers one request of the city; undefined means no answer at all. */
  handle(path: string, method: string, body: string, headers: Record<string, string>): Answer | undefined {
    const good = (): Answer => this.answer(path, method, body, headers);
    if (this.faults.length > 0) {
      const fault = this.faults.shift();
      return typeof fault === 'function' ? fault(body, good) : fault;
    }
    return good();
  }

  private answer(path: string, method: string, body: string, headers: Record<string, string>): Answer {
    const time = headers['X-Vitrine-Time'] ?? '';
    const nonce = headers['X-Vitrine-Nonce'] ?? '';
    const right =
      headers['X-Vitrine-Server'] === sha(this.token).slice(0, 12) &&
      headers['X-Vitrine-Signature'] === requestSignature(this.token, method, path, time, nonce, body) &&
      isNonce(nonce) &&
      !this.nonces.has(nonce);
    this.nonces.add(nonce);
    if (!right) {
      this.refused.push(path);
      return { status: 401, body: '{"success":false,"code":"game_auth","error":"Chave desconhecida"}' };
    }
    const request: Record<string, unknown> = JSON.parse(body);
    if (!isReadable(request)) {
      this.malformed.push(body);
      return { status: 400, body: '{"success":false,"code":"invalid_request","error":"Dados inválidos"}' };
    }
    const payload = path.endsWith('/hello')
      ? this.hello(request)
      : path.endsWith('/lists')
        ? this.list(request as unknown as ListPage)
        : path.endsWith('/player')
          ? this.tell(request)
          : this.sync(request);
    const text = JSON.stringify(payload);
    return { status: 200, body: text, headers: { 'X-Vitrine-Signature': answerSignature(this.token, nonce, text) } };
  }

  private hello(request: Record<string, unknown>): object {
    this.hellos.push(request);
    this.epoch += 1;
    if (this.waiting) {
      const notices = ['Este não recebe entregas até você aprovar em http://painel'];
      return { success: true, epoch: 0, seat: 'waiting', next_poll_ms: 10_000, notices };
    }
    return {
      success: true,
      store: { name: 'Loja de Teste', subdomain: 'teste' },
      server_id: 's1',
      epoch: this.epoch,
      next_poll_ms: 0,
      min_version: '1.0.0',
      latest_version: '1.0.0',
      download_url: 'http://x',
      limits: { commands: 25, results: 100, body_bytes: 262144, ...(this.online && { online: this.online }) },
      notices: [],
      settings: { check_discord: this.checkDiscord },
      lists: Object.entries((request.lists ?? {}) as Record<string, { hash: string }>)
        .filter(([kind, { hash }]) => this.lists[kind]?.hash !== hash)
        .map(([kind]) => kind),
    };
  }

  private list(page: ListPage): object {
    this.pages.push(page);
    const { kind, hash, closed, total, from } = page;
    const had = this.pages.filter((one) => one.kind === kind && one.hash === hash && one.from < from);
    const entries = [...had, page].flatMap((one) => one.entries);
    if (entries.length < total) return { success: true, next: entries.length };
    this.lists[kind] = { hash, closed, entries };
    return { success: true, next: null };
  }

  private tell(request: Record<string, unknown>): object {
    this.asks.push(request);
    return { success: true, benefits: this.benefits[String(request.player)] ?? [] };
  }

  private sync(request: Record<string, unknown>): object {
    this.syncs.push(request);
    const results = request.results as Result[];
    this.results.push(...results);
    this.people.push(...(request.people as Person[]));
    const settled = this.settle ? results.map((result) => result.id) : [];
    this.due = this.due.filter((command) => !settled.includes(command.id));
    for (const { id, status } of results) if (this.settle && status !== 'deferred') this.decided.add(id);
    const inProgress = request.in_progress as string[];
    const busy = new Set(inProgress);
    const commands = (request.want as number) > 0 ? this.due.filter((command) => !busy.has(command.id)) : [];
    const calm = [this.due, this.faults, this.who, results, inProgress, request.people as Person[]];
    this.idle = calm.every((list) => list.length === 0) ? this.idle + 1 : 0;
    return {
      success: true,
      epoch: this.epoch,
      next_poll_ms: this.idle > 1 ? Math.max(this.nextPollMs, Math.min(this.restMs(), MOST_REST_MS)) : this.nextPollMs,
      settled,
      ...(this.now !== undefined && { now: this.now }),
      ...(this.leases && { leases_until: this.leases }),
      ...(this.knows && { decided: inProgress.filter((id) => this.decided.has(id)) }),
      cancel: this.cancel.splice(0),
      who: this.who.splice(0),
      notices: [],
      commands: commands.slice(0, request.want as number).map((command) => ({
        attempt: 1,
        player: this.player,
        order: 'A1',
        phase: 'confirmation',
        label: 'Produto',
        expires_at: 4_000_000_000,
        ...command,
      })),
    };
  }

  /**
   * Lets the script rest after two syncs in which it had nothing to say and nothing to do. It rests for `ms()`, because only then
   * the test gives it something to do, and at most for MOST_REST_MS. Each sync costs 3 ms of work.
   */
  mayRest(ms: () => number): void {
    this.idle = 0;
    this.restMs = ms;
  }

  /** Vitrine knows the outcome of a delivery without this script's word. */
  decide(id: string): void {
    this.decided.add(id);
  }

  /** The last result of an id. */
  result(id: string): Result | undefined {
    return this.results.filter((result) => result.id === id).at(-1);
  }
}
