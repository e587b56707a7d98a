import { randomBytes } from 'node:crypto';
import { type Desk, inProgressOf, type Request, resultsOf, wantOf } from './desk.ts';
import { isRule, type Rule, rules } from './rules.ts';
import type { Command, Player, Result } from './wire.ts';

/** Time of a run in ms. A test moves it by itself. */
export interface Time {
  now(): number;
  wait(ms: number): Promise<void>;
}

export interface Options {
  /** Whom deliveries are for; without it the first player who is online. */
  player?: Player;
  /** Somebody who is away; without it an id that nobody has. */
  away?: Player;
  /** Names that exist in the game, for clients that have no money. */
  item?: string;
  group?: string;
  command?: string;
  /** Kills the client and starts it again. Resolves when it was started. */
  restart?: () => Promise<void>;
  /** Makes another player come into the game. The player may leave again. */
  enter?: () => Promise<void>;
  /** Also plays the scenarios that take minutes. */
  long?: boolean;
}

export type Verdict = 'held' | 'not held' | 'not tried';

export interface Line {
  rule: Rule;
  section: string;
  text: string;
  verdict: Verdict;
  /** What the run did, and what the client did or why nothing was tried. */
  did: string;
  saw: string;
}

/** One part of a run. It notes what it saw of each of its rules. */
export interface Scenario {
  rules: readonly Rule[];
  /** Needs a way to kill the client. */
  kills?: boolean;
  /** Takes minutes. */
  long?: boolean;
  run(check: Check): Promise<void>;
}

const STEP_MS = 50;
const EFFECT_MS = 30_000;

/** What the scenarios share: the desk, the time, and how they note what they saw. */
export class Check {
  readonly desk: Desk;
  readonly time: Time;
  readonly options: Options;
  readonly #notes: { rule: Rule; verdict: Verdict; did: string; saw: string }[] = [];
  readonly #ids = randomBytes(4).toString('hex');
  #count = 0;
  /** The balance after the last delivery of money; undefined if the client tells no balance. */
  balance: number | undefined;

  constructor(desk: Desk, time: Time, options: Options) {
    this.desk = desk;
    this.time = time;
    this.options = options;
  }

  held(rule: Rule, did: string, saw: string): void {
    this.#notes.push({ rule, verdict: 'held', did, saw });
  }

  broke(rule: Rule, did: string, saw: string): void {
    this.#notes.push({ rule, verdict: 'not held', did, saw });
  }

  skip(rule: Rule, why: string): void {
    this.#notes.push({ rule, verdict: 'not tried', did: '', saw: why });
  }

  /** Notes that a rule was held or not. */
  note(rule: Rule, isHeld: boolean, did: string, saw: string): void {
    if (isHeld) this.held(rule, did, saw);
    else this.broke(rule, did, saw);
  }

  /** Waits until it is so, at most `ms`. */
  async until(ms: number, isSo: () => boolean): Promise<boolean> {
    const end = this.time.now() + ms;
    while (!isSo()) {
      if (this.time.now() >= end) return false;
      await this.time.wait(STEP_MS);
    }
    return true;
  }

  wait(ms: number): Promise<void> {
    return this.time.wait(ms);
  }

  /** A name that no delivery had. */
  id(): string {
    this.#count += 1;
    return `check_${this.#ids}_${this.#count}`;
  }

  capability(name: string): { online?: boolean; offline?: boolean } | undefined {
    return ((this.desk.hello?.capabilities ?? {}) as Record<string, { online?: boolean; offline?: boolean }>)[name];
  }

  /** A harmless delivery that this client can do, for a player who is `away` too. Undefined if there is no such delivery. */
  work(amount = 1, { away = false } = {}): Command | undefined {
    const { item, group, command } = this.options;
    const can = (action: string) => {
      const when = this.capability(action);
      return when !== undefined && (!away || when.offline === true);
    };
    if (can('add_money')) return { id: this.id(), action: 'add_money', args: { amount } };
    if (can('add_item') && item) return { id: this.id(), action: 'add_item', args: { item, amount } };
    if (can('execute_command') && command)
      return {
        id: this.id(),
        action: 'execute_command',
        args: { template: command, argv: command.split(' '), command },
      };
    if (can('add_group') && group) return { id: this.id(), action: 'add_group', args: { group } };
    return undefined;
  }

  /** Results of a delivery, in the order of arrival. */
  resultsOf(id: string, attempt?: number): Result[] {
    return this.desk.results
      .map(({ result }) => result)
      .filter((result) => result.id === id && (attempt === undefined || result.attempt === attempt));
  }

  /** Offers a command and waits for the next result of its id and attempt. */
  async deliver(command: Command, ms = EFFECT_MS): Promise<Result | undefined> {
    const { id, attempt = 1 } = command;
    const before = this.resultsOf(id, attempt).length;
    this.desk.offer(command);
    await this.until(ms, () => this.resultsOf(id, attempt).length > before);
    const result = this.resultsOf(id, attempt)[before];
    this.remember(result);
    return result;
  }

  /** Keeps the balance that a delivery of money told. */
  remember(result: Result | undefined): void {
    const after = result?.detail?.after;
    if (result?.status === 'succeeded' && typeof after === 'number') this.balance = after;
  }

  /** How much the balance differs from the one after the last delivery. Undefined if the client tells no balance. */
  async drift(): Promise<number | undefined> {
    const last = this.balance;
    const command = this.work();
    if (last === undefined || command?.action !== 'add_money') return undefined;
    const result = await this.deliver(command);
    const before = result?.detail?.before;
    return typeof before === 'number' ? before - last : undefined;
  }

  /** The requests after the first `count` of them. */
  since(count: number, call?: string): Request[] {
    return this.desk.requests.slice(count).filter((request) => call === undefined || request.call === call);
  }

  /** Brings everything to rest between two scenarios. False if the client does not come to rest. */
  async calm(): Promise<boolean> {
    const { desk } = this;
    desk.settles = () => true;
    desk.forgetTricks();
    desk.withdraw();
    desk.seat = 'seated';
    desk.cancel = [];
    desk.decided = [];
    desk.leases = undefined;
    desk.more = {};
    desk.shift = 0;
    desk.limitOfResults = 100;
    const count = desk.requests.length;
    const isAtRest = (request: Request) =>
      request.status === 200 &&
      wantOf(request) > 0 &&
      resultsOf(request).length === 0 &&
      inProgressOf(request).length === 0;
    return await this.until(90_000, () => this.since(count, 'sync').some(isAtRest));
  }

  /** The table: one line for each rule, with the worst verdict that it got. */
  lines(): Line[] {
    for (const { rule, saw } of this.desk.breaches) if (isRule(rule)) this.broke(rule, 'all requests of the run', saw);
    const passive = ['signed', 'nonce-once', 'token-secret', 'readable'] as const;
    for (const rule of passive)
      if (this.desk.requests.length > 0)
        this.held(rule, 'all requests of the run', `${this.desk.requests.length} requests`);
    return (Object.keys(rules) as Rule[]).map((rule) => {
      const notes = this.#notes.filter((note) => note.rule === rule);
      const worst = notes.find(({ verdict }) => verdict === 'not held') ??
        notes.find(({ verdict }) => verdict === 'held') ??
        notes[0] ?? { verdict: 'not tried' as const, did: '', saw: 'no scenario came to it' };
      return { rule, ...rules[rule], verdict: worst.verdict, did: worst.did, saw: worst.saw };
    });
  }
}
