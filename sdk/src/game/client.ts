import { randomBytes } from 'node:crypto';
import { Backoff, spread } from './backoff.ts';
import { type Clock, machineClock } from './clock.ts';
import { Deliveries } from './deliveries.ts';
import { type Answer, type Failure, Http } from './http.ts';
import { Journal } from './journal.ts';
import { Outbox } from './outbox.ts';
import { People } from './people.ts';
import { fields, ids, integer, list } from './read.ts';
import type { GameSettings } from './settings.ts';
import type { Result } from './types.ts';

export type { GameSettings } from './settings.ts';
export type { Action, Job, Outcome, Person } from './types.ts';

const ASK_A_PERSON_MS = 300_000;
/** Pause after a mistake of our own. */
const MISTAKE_MS = 5000;
const LEAST_RETRY_MS = 10_000;
/** The least pause after a poll that asks for no commands, because enough are in hand. */
const FULL_MS = 500;

/**
 * A game server for Vitrine: it asks what was sold, runs the owner's functions and tells their results. Two requests
 * stand side by side: the poll, which Vitrine may hold, and the report of results, which never waits.
 */
export class GameClient {
  protected readonly settings: GameSettings;
  protected readonly clock: Clock;
  protected readonly outbox = this.makeOutbox();
  protected readonly http: Http;
  protected readonly journal: Journal;
  protected readonly deliveries: Deliveries;
  readonly #boot = randomBytes(16).toString('hex');
  readonly #stop = new AbortController();
  readonly #poll = new Backoff();
  readonly #report = new Backoff();
  /** Interrupted deliveries, and what Vitrine said of each; absent where it was not asked yet. */
  readonly #interrupted = new Map<string, boolean | undefined>();
  #recovering = false;
  #connected = false;
  #waiting = false;
  #epoch = 0;
  #seq = 0;
  #batch = 100;
  #commands = 25;
  #online = 500;
  #reporting = false;
  #wake = new AbortController();
  readonly #people: People;

  /** Opens the journal. Throws where it cannot be read. */
  constructor(settings: GameSettings) {
    this.settings = settings;
    this.clock = settings.clock ?? machineClock;
    this.http = this.makeHttp();
    this.journal = this.makeJournal();
    this.deliveries = this.makeDeliveries();
    this.#people = new People(settings.who, this.clock, () => this.report());
    for (const [id, row] of this.journal.open()) {
      if (row.state === 'done') this.outbox.add(row.result);
      else this.#interrupted.set(id, undefined);
    }
  }

  protected makeOutbox(): Outbox {
    return new Outbox();
  }

  protected makeJournal(): Journal {
    return Journal.open(this.settings.journal, this.clock.now());
  }

  protected makeHttp(): Http {
    return new Http({ ...this.settings, clock: this.clock });
  }

  /** What the deliveries need from this client. */
  protected around() {
    const { actions, game, online = () => [] } = this.settings;
    const { journal, outbox, clock } = this;
    const log = (line: string) => this.log(line);
    return {
      journal,
      outbox,
      clock,
      actions,
      game,
      online,
      log,
      now: () => this.http.now(),
      latest: () => this.http.latest(),
      onResult: () => this.report(),
    };
  }

  protected makeDeliveries(): Deliveries {
    return new Deliveries(this.around());
  }

  /** Speaks with Vitrine until `stop`. Never rejects. */
  async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#pause(
        await this.#turn().catch((error) => {
          this.log(`Internal error: ${error}`);
          return MISTAKE_MS;
        }),
      );
    }
    this.journal.close();
  }

  /** Ends after the turn that is under way. Effects that run go on, and are decided at the next start. */
  stop(): void {
    this.#stop.abort();
    this.#wake.abort();
  }

  /** Asks at once, because a player entered. */
  wake(): void {
    this.#wake.abort();
  }

  protected log(line: string): void {
    if (this.settings.log) this.settings.log(line);
    else console.log(line);
  }

  async #pause(ms: number): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#wake = new AbortController();
    await this.clock.wait(ms, this.#wake.signal);
  }

  /** One turn of the poll. Returns the ms until the next one. */
  async #turn(): Promise<number> {
    if (!this.#connected) {
      const found = await this.http.post('hello', this.hello());
      if ('failure' in found) return this.afterFailure(found.failure, this.#epoch, this.#poll);
      this.#poll.reset();
      this.seat(found.answer);
      if (this.#waiting) {
        // What its own journal delivered may be settled without the seat.
        if (this.outbox.waiting()) await this.exchange(0);
        return spread(this.waitOf(found.answer));
      }
    }
    const want = this.#interrupted.size > 0 ? 0 : Math.min(this.#commands, this.deliveries.room());
    const found = await this.exchange(want);
    if ('failure' in found) return this.afterFailure(found.failure, found.epoch, this.#poll);
    this.#poll.reset();
    const wait = spread(this.waitOf(found.answer));
    return want === 0 ? Math.max(wait, FULL_MS) : wait;
  }

  protected hello(): object {
    const { actions, framework, game, version = '1.0.0', who } = this.settings;
    const words = ['arguments', 'identity', 'in_order', 'instead', 'names', 'plate', ...(who ? ['who'] : [])];
    const both = { online: true, offline: true };
    return {
      protocol: 1,
      version,
      game,
      framework,
      capabilities: {
        ...Object.fromEntries(
          Object.entries(actions).map(([name, { online, offline }]) => [name, { online, offline }]),
        ),
        ...Object.fromEntries(words.map((word) => [word, both])),
      },
      ...this.names(),
      now: Math.floor(this.clock.now() / 1000),
      pending: this.journal.open().length,
    };
  }

  protected names(): { boot_id: string; journal_id: string } {
    return { boot_id: this.#boot, journal_id: this.journal.id };
  }

  /** Reads the answer to a hello: whether this start delivers, or another server does. */
  protected seat(answer: Answer): void {
    this.#epoch = integer(answer.epoch, 0);
    this.#waiting = answer.seat === 'waiting';
    this.#connected = !this.#waiting;
    // Another server may have had the seat, so what Vitrine said before may be over.
    for (const id of this.#interrupted.keys()) this.#interrupted.set(id, undefined);
    const { commands, results, online } = fields(answer.limits);
    this.#commands = Math.min(25, integer(commands, 25));
    this.#batch = Math.max(1, Math.min(100, integer(results, 100)));
    this.#online = integer(online, 500);
    if (this.#waiting) {
      this.deliveries.paused = true;
      this.deliveries.clear();
    } else {
      this.deliveries.resume();
    }
    this.#tell(answer);
  }

  #tell(answer: Answer): void {
    for (const notice of ids(answer.notices)) this.log(notice);
  }

  protected waitOf(answer: Answer): number {
    return Math.max(0, Math.min(integer(answer.next_poll_ms, 10_000), 300_000));
  }

  /** One sync. With `want` 0 it is a report. */
  protected async exchange(want: number): Promise<{ answer: Answer } | { failure: Failure; epoch: number }> {
    this.#seq += 1;
    const epoch = this.#epoch;
    // The names are listed before the results are taken, because a result in this request tells by itself how its delivery ended.
    const named = [...new Set([...this.#interrupted.keys(), ...this.deliveries.ids(), ...this.outbox.flying()])].slice(
      0,
      100,
    );
    const results = this.outbox.take(this.#batch);
    const found = await this.http.post('sync', {
      epoch,
      ...this.names(),
      seq: this.#seq,
      results,
      in_progress: named,
      ready: [],
      online: (this.settings.online?.() ?? []).slice(0, this.#online),
      people: this.#people.take(),
      want,
    });
    if ('failure' in found) {
      this.outbox.done(results, undefined);
      return { failure: found.failure, epoch };
    }
    this.settle(results, new Set(ids(found.answer.settled)));
    // The answer to a request of an older epoch may settle results, and gives no work.
    if (epoch === this.#epoch) this.#take(found.answer, named);
    return found;
  }

  /** Vitrine has stored these results, so the journal keeps only that they exist. */
  protected settle(batch: readonly Result[], settled: ReadonlySet<string>): void {
    this.outbox.done(batch, settled);
    for (const { id, attempt } of batch) {
      const row = this.journal.get(id);
      if (!settled.has(id) || row?.state !== 'done' || row.result.attempt !== attempt) continue;
      try {
        this.journal.put(id, { ...row, state: 'settled' });
      } catch (error) {
        // The result is told once more after a start, and settled again.
        this.log(`The journal cannot be written: ${error}`);
      }
    }
  }

  #take(answer: Answer, named: readonly string[]): void {
    if (!this.#waiting) this.#hear(named, new Set(ids(answer.decided)));
    for (const id of ids(answer.cancel)) this.deliveries.cancel(id);
    this.deliveries.renew(fields(answer.leases_until));
    for (const command of list(answer.commands)) this.deliveries.offer(command);
    for (const id of ids(answer.who)) this.#people.ask(id);
    this.#tell(answer);
  }

  /** Vitrine has answered about interrupted deliveries that were named. When it has about all, they are decided. */
  #hear(named: readonly string[], decided: ReadonlySet<string>): void {
    for (const id of named) if (this.#interrupted.has(id)) this.#interrupted.set(id, decided.has(id));
    if (this.#recovering || this.#interrupted.size === 0) return;
    if ([...this.#interrupted.values()].includes(undefined)) return;
    this.#recovering = true;
    void this.#recover().finally(() => {
      this.#recovering = false;
    });
  }

  async #recover(): Promise<void> {
    for (const [id, isOver] of [...this.#interrupted]) {
      const row = this.journal.get(id);
      if (row?.state === 'started') await this.deliveries.recover(row.command, isOver === true);
      this.#interrupted.delete(id);
    }
  }

  /** Sends results at once, one report at a time, until none is left or Vitrine does not answer. */
  protected report(): void {
    if (this.#reporting || !this.#connected) return;
    this.#reporting = true;
    void this.#reports().finally(() => {
      this.#reporting = false;
    });
  }

  async #reports(): Promise<void> {
    while (this.#connected && !this.#stop.signal.aborted && (this.outbox.waiting() || this.#people.waiting())) {
      // Results of one moment travel together.
      await Promise.resolve();
      const found = await this.exchange(0);
      if ('failure' in found) {
        await this.clock.wait(Math.max(1000, this.afterFailure(found.failure, found.epoch, this.#report)));
        continue;
      }
      this.#report.reset();
      // Results that were not settled go with the next polls. Reporting them again at once would never end.
      if (this.outbox.waiting() && list(found.answer.settled).length === 0) return;
    }
  }

  /** Does what a failure asks for, and returns the ms until the next try. */
  protected afterFailure(failure: Failure, epoch: number, backoff: Backoff): number {
    const { status, code, now } = failure;
    if (code === 'superseded') {
      // An answer to a request of an epoch that we have replaced ourselves means nothing.
      if (epoch !== this.#epoch) return 0;
      this.#connected = false;
      return backoff.next();
    }
    if (code === 'clock_skew' && now !== undefined) {
      const offset = now - Math.floor(this.clock.now() / 1000);
      const isNew = Math.abs(offset - this.http.offset) > 5;
      this.http.offset = offset;
      if (isNew) return 0;
    }
    if (status === 413) this.#batch = Math.max(1, Math.floor(this.#batch / 2));
    if ([400, 401, 403, 404, 422, 426].includes(status)) this.#connected = false;
    this.log(`Vitrine: ${failure.message ?? code}`);
    if ([401, 403, 422, 426].includes(status)) return ASK_A_PERSON_MS;
    if (failure.retryAfterMs !== undefined) return this.retryAfter(failure.retryAfterMs);
    return backoff.next();
  }

  protected retryAfter(ms: number): number {
    return Math.max(LEAST_RETRY_MS, ms);
  }
}
