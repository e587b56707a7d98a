import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { GameListAnswer } from '@vitrine/contract/city-lists';
import type { GameCommand, GameHelloAnswer, GameSyncAnswer } from '@vitrine/contract/game';
import type { GamePlayerAnswer } from '@vitrine/contract/game-player';
import type { TestApp } from './app.ts';

/** What it calls: an application without a port, or a running one. */
type Server = Pick<TestApp, 'app'> | { address: string };

/** A game server for tests: it signs, checks the answer's signature, keeps its epoch. No journal and no effects. */

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (token: string, text: string) => createHmac('sha256', token).update(text).digest('hex');

export interface Spoilt {
  /** Error of the client's clock, in seconds. */
  clock?: number;
  nonce?: string;
  signature?: string;
  /** Sent instead of the signed body. */
  body?: string;
}

export interface GameAnswer<T> {
  status: number;
  body: T & { code?: string; now?: number };
  /** Whether the answer's signature is right. */
  signed: boolean;
}

export interface Outcome {
  id: string;
  attempt: number;
  status: 'succeeded' | 'failed' | 'deferred' | 'uncertain';
  code: string;
  message?: string;
  detail?: object;
}

export const everything = Object.fromEntries(
  [
    'add_group',
    'remove_group',
    'add_money',
    'remove_money',
    'add_vehicle',
    'remove_vehicle',
    'remove_ban',
    'execute_command',
    'arguments',
    'run_action',
  ]
    .map((name): [string, object] => [name, { online: true, offline: true }])
    .concat([['add_item', { online: true, offline: false }]]),
);

export class GameClient {
  readonly #server: Server;
  readonly token: string;
  readonly #start = randomBytes(16).toString('hex');
  #sent = 0;
  journal = randomBytes(8).toString('hex');
  boot = randomBytes(8).toString('hex');
  epoch = 0;
  online: string[] = [];

  constructor(server: Server, token: string) {
    this.#server = server;
    this.token = token;
  }

  async send<T>(
    call: 'hello' | 'sync' | 'lists' | 'player',
    payload: object,
    spoilt: Spoilt = {},
  ): Promise<GameAnswer<T>> {
    const path = `/v1/game/${call}`;
    const body = JSON.stringify(payload);
    const time = String(Math.floor(Date.now() / 1000) + (spoilt.clock ?? 0));
    this.#sent += 1;
    const nonce = spoilt.nonce ?? `${this.#start}${this.#sent.toString(16).padStart(16, '0')}`;
    const headers = {
      'content-type': 'application/json',
      'x-vitrine-server': sha(this.token).slice(0, 12),
      'x-vitrine-time': time,
      'x-vitrine-nonce': nonce,
      'x-vitrine-signature': spoilt.signature ?? hmac(this.token, ['POST', path, time, nonce, sha(body)].join('\n')),
    };
    const answer = await this.#post(path, spoilt.body ?? body, headers);
    return {
      status: answer.status,
      body: JSON.parse(answer.body),
      signed: answer.signature === hmac(this.token, `${nonce}\n${sha(answer.body)}`),
    };
  }

  async #post(path: string, body: string, headers: Record<string, string>) {
    if ('address' in this.#server) {
      const answer = await fetch(this.#server.address + path, { method: 'POST', headers, body });
      const signature = answer.headers.get('x-vitrine-signature');
      return { status: answer.status, body: await answer.text(), signature };
    }
    const answer = await this.#server.app.inject({ method: 'POST', url: path, payload: body, headers });
    return { status: answer.statusCode, body: answer.body, signature: answer.headers['x-vitrine-signature'] };
  }

  async hello(more: object = {}, spoilt: Spoilt = {}): Promise<GameAnswer<GameHelloAnswer>> {
    const answer = await this.send<GameHelloAnswer>(
      'hello',
      {
        protocol: 1,
        version: '1.0.0',
        game: 'fivem',
        framework: 'creative_network',
        capabilities: everything,
        boot_id: this.boot,
        journal_id: this.journal,
        now: Math.floor(Date.now() / 1000),
        ...more,
      },
      spoilt,
    );
    if (answer.status === 200) this.epoch = answer.body.epoch;
    return answer;
  }

  sync(more: object = {}, spoilt: Spoilt = {}): Promise<GameAnswer<GameSyncAnswer>> {
    return this.send(
      'sync',
      {
        epoch: this.epoch,
        boot_id: this.boot,
        journal_id: this.journal,
        online: this.online,
        results: [],
        in_progress: [],
        want: 25,
        ...more,
      },
      spoilt,
    );
  }

  /** Sends one page of a list. */
  page(page: object): Promise<GameAnswer<GameListAnswer>> {
    return this.send('lists', { epoch: this.epoch, boot_id: this.boot, journal_id: this.journal, ...page });
  }

  /** What this player has. */
  ask(player: unknown): Promise<GameAnswer<GamePlayerAnswer>> {
    return this.send('player', { epoch: this.epoch, boot_id: this.boot, journal_id: this.journal, player });
  }

  /** Tells a whole list, as the script does: in a new hello, and page by page if it is wanted. Returns the pages sent. */
  async tell(lists: Record<string, { entries: object[]; closed?: boolean }>, more: object = {}): Promise<number> {
    const hash = (entries: object[], closed: boolean) => sha(JSON.stringify([entries, closed])).slice(0, 16);
    const offers = Object.entries(lists).map(([kind, { entries, closed = true }]) => [
      kind,
      { hash: hash(entries, closed), total: entries.length },
    ]);
    const { body } = await this.hello({ lists: Object.fromEntries(offers), ...more });
    let pages = 0;
    for (const kind of body.lists) {
      const { entries = [], closed = true } = lists[kind] ?? {};
      for (let from: number | null = 0; from !== null; pages += 1) {
        const part = entries.slice(from, from + 200);
        const page: object = { kind, hash: hash(entries, closed), closed, total: entries.length, from, entries: part };
        from = (await this.page(page)).body.next;
      }
    }
    return pages;
  }

  /** Takes the present commands. */
  async take(): Promise<GameCommand[]> {
    return (await this.sync()).body.commands;
  }

  /** Reports results without asking for work. */
  async report(...results: Outcome[]): Promise<string[]> {
    return (await this.sync({ results, want: 0 })).body.settled;
  }
}

/** A result of a command. */
export const result = (
  { id, attempt }: Pick<GameCommand, 'id' | 'attempt'>,
  status: Outcome['status'] = 'succeeded',
  code = 'ok',
): Outcome => ({ id, attempt, status, code });
