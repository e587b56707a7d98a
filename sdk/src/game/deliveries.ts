import { areArguments, harmless, readCommand } from './arguments.ts';
import type { Clock } from './clock.ts';
import type { Journal } from './journal.ts';
import type { Outbox } from './outbox.ts';
import { type Action, type Command, type Job, keyOfPlayer, type Outcome, type Result } from './types.ts';

const EFFECT_MS = 10_000;
const MOST_PLAYERS = 8;
const MOST_IN_HAND = 50;
const STATUSES = new Set(['succeeded', 'failed', 'deferred', 'uncertain']);

export const outcome = (status: Outcome['status'], code: string, message?: string): Outcome => ({
  status,
  code,
  ...(message !== undefined && { message: message.slice(0, 200) }),
});

interface Entry {
  command: Command;
  key: string;
  running: boolean;
}

/** What the deliveries need from the client around them. */
export interface Around {
  journal: Journal;
  outbox: Outbox;
  clock: Clock;
  actions: Record<string, Action>;
  /** The game of hello: it says how a console reads a line. */
  game: string;
  /** Keys of the players who are in the game. */
  online(): readonly string[];
  /** Unix seconds of Vitrine's clock. */
  now(): number;
  /** The latest time that Vitrine's clock can show now, judged by its signed answers alone. */
  latest(): number;
  log(line: string): void;
  /** A result was added. */
  onResult(): void;
}

/**
 * Commands that were taken: one at a time for a player in the order of arrival, at most eight players at once. The
 * journal knows an effect before it begins. What waits here has not begun, and a restart loses only that.
 */
export class Deliveries {
  protected readonly around: Around;
  readonly #entries = new Map<string, Entry>();
  readonly #lines = new Map<string, Entry[]>();
  readonly #busy = new Set<string>();
  paused = false;

  constructor(around: Around) {
    this.around = around;
  }

  /** Takes a command as it arrived. */
  offer(raw: unknown): void {
    const command = readCommand(raw);
    if (!command) {
      this.around.log('A command without a usable id was ignored.');
      return;
    }
    const entry = this.#entries.get(command.id);
    if (entry) {
      entry.command.attempt = Math.max(entry.command.attempt, command.attempt);
      // It was given out anew, so it may begin until the new end.
      entry.command.expires_at = command.expires_at;
      return;
    }
    if (this.isKnown(command)) return;
    this.around.outbox.drop(command.id);
    const key = keyOfPlayer(command.player);
    const fresh = { command, key, running: false };
    this.#entries.set(command.id, fresh);
    this.#lines.set(key, [...(this.#lines.get(key) ?? []), fresh]);
    this.#pump();
  }

  /**
   * Whether the journal has this delivery: then its result is told again, under the new attempt. A failure that was
   * settled and is offered with a higher attempt is a person's decision to try again.
   */
  protected isKnown({ id, attempt }: Command): boolean {
    const row = this.around.journal.get(id);
    if (!row) return false;
    if (row.state === 'started') {
      row.command.attempt = Math.max(row.command.attempt, attempt);
      return true;
    }
    const { result } = row;
    if (row.state === 'settled' && result.status !== 'succeeded' && attempt > result.attempt) return false;
    // An outcome that waits for its settlement answers the newest attempt.
    if (row.state === 'done') result.attempt = Math.max(result.attempt, attempt);
    this.tell(row.state === 'done' ? result : { ...result, attempt });
    return true;
  }

  protected tell(result: Result): void {
    this.around.outbox.add({ ...result });
    this.around.onResult();
  }

  /** Takes the new ends until which deliveries may begin. An end never becomes earlier. */
  renew(ends: Record<string, unknown>): void {
    for (const [id, end] of Object.entries(ends)) {
      const command = this.#entries.get(id)?.command;
      if (command?.expires_at !== undefined && Number.isSafeInteger(end)) {
        command.expires_at = Math.max(command.expires_at, end as number);
      }
    }
  }

  /** The delivery must not start any more. If it has started, it goes on. */
  cancel(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.running) return;
    this.#remove(entry);
    void this.#finish(entry.command, outcome('failed', 'cancelled'));
  }

  /** Another server has the seat: what has not begun is forgotten, because it is offered there. */
  clear(): void {
    for (const entry of [...this.#entries.values()]) if (!entry.running) this.#remove(entry);
  }

  /** Begins again after `paused`. */
  resume(): void {
    this.paused = false;
    this.#pump();
  }

  /** Deliveries that are taken and not finished. */
  ids(): string[] {
    return [...this.#entries.keys()];
  }

  room(): number {
    return Math.max(0, MOST_IN_HAND - this.#entries.size);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.command.id);
    const line = (this.#lines.get(entry.key) ?? []).filter((one) => one !== entry);
    if (line.length > 0) this.#lines.set(entry.key, line);
    else this.#lines.delete(entry.key);
  }

  /** The next delivery of a player's line. */
  protected next(line: Entry[]): Entry | undefined {
    return line[0];
  }

  #pump(): void {
    for (const [key, line] of [...this.#lines]) {
      if (this.paused || this.#busy.size >= MOST_PLAYERS) return;
      const entry = this.next(line);
      if (!entry || this.#busy.has(key)) continue;
      this.#busy.add(key);
      entry.running = true;
      void this.#work(entry);
    }
  }

  async #work(entry: Entry): Promise<void> {
    const found = await this.run(entry.command, entry.key);
    await this.#finish(entry.command, found);
    this.#remove(entry);
    this.#busy.delete(entry.key);
    if (found.status === 'deferred') this.#holdBack(entry.key);
    this.#pump();
  }

  /** A delivery waits, so those of its player that have not begun go back and are offered again in their order. */
  #holdBack(key: string): void {
    for (const entry of this.#lines.get(key) ?? []) {
      if (entry.running) continue;
      this.#remove(entry);
      this.#conclude(entry.command, outcome('deferred', 'held_back'));
    }
  }

  /** Whether it is too late to begin, by Vitrine's clock. */
  protected isOver({ expires_at }: Command): boolean {
    return expires_at !== undefined && this.around.latest() >= expires_at;
  }

  /** The refusal of a command before anything happens; undefined where it may run. */
  protected refusal(command: Command, key: string): Outcome | undefined {
    const action = this.#actionOf(command);
    const here = this.around.online().includes(key);
    if (this.isOver(command)) return outcome('failed', 'expired');
    if (!action) return outcome('failed', 'unsupported_action');
    if (!this.areArguments(command)) return outcome('failed', 'invalid_args');
    if (!here && (command.only_online || !action.offline)) return outcome('deferred', 'player_offline');
    if (here && !action.online) return outcome('failed', 'unsupported_action');
    return undefined;
  }

  protected areArguments(command: Command): boolean {
    return areArguments(command, this.around.game);
  }

  /** An own action has its name in its first argument. */
  #actionOf({ action, args }: Command): Action | undefined {
    const name = action === 'run_action' ? `own:${Array.isArray(args.argv) ? args.argv[0] : ''}` : action;
    return Object.hasOwn(this.around.actions, name) ? this.around.actions[name] : undefined;
  }

  /** From the checks to the outcome. The journal knows it before its effect. */
  protected async run(command: Command, key: string): Promise<Outcome> {
    try {
      const refused = this.refusal(command, key);
      if (refused) return refused;
    } catch (error) {
      this.around.log(`Who is online cannot be told: ${error}`);
      return outcome('deferred', 'adapter_error');
    }
    try {
      this.around.journal.put(command.id, { state: 'started', at: this.around.clock.now(), command });
    } catch (error) {
      this.around.log(`The journal cannot be written: ${error}`);
      return outcome('deferred', 'storage_unavailable');
    }
    return await this.effect({ ...command, key });
  }

  /** Runs the owner's function. If it fails or stays silent, nobody can tell what it did. */
  protected async effect(job: Job): Promise<Outcome> {
    const action = this.#actionOf(job);
    const again = action?.repeatable ?? harmless.has(job.action);
    const over = new AbortController();
    try {
      const silent = this.around.clock.wait(EFFECT_MS, over.signal).then(() => undefined);
      const found = await Promise.race([Promise.resolve(action?.run(job)), silent]);
      if (found && STATUSES.has(found.status) && typeof found.code === 'string') return found;
      return again ? outcome('deferred', 'timeout') : outcome('uncertain', 'uncertain');
    } catch (error) {
      this.around.log(`${job.action} of ${job.id} failed: ${error}`);
      return again ? outcome('deferred', 'adapter_error') : outcome('uncertain', 'uncertain');
    } finally {
      over.abort();
    }
  }

  #result(command: Command, found: Outcome): Result {
    const row = this.around.journal.get(command.id);
    const attempt = Math.max(command.attempt, row?.state === 'started' ? row.command.attempt : 0);
    return { ...found, id: command.id, attempt, at: this.around.now() };
  }

  /** Keeps an outcome and tells it. What was deferred did not happen, so its id is free again. */
  async #finish(command: Command, found: Outcome): Promise<void> {
    for (;;) {
      try {
        return this.#conclude(command, found);
      } catch (error) {
        // Nothing more of this player begins until the disk says what happened.
        this.around.log(`The journal cannot be written: ${error}`);
        await this.around.clock.wait(1000);
      }
    }
  }

  #conclude(command: Command, found: Outcome): void {
    const { journal } = this.around;
    const result = this.#result(command, found);
    if (found.status !== 'deferred') journal.put(command.id, { state: 'done', at: this.around.clock.now(), result });
    else if (journal.get(command.id)) journal.put(command.id, null);
    this.tell(result);
  }

  /**
   * Decides about a delivery that an end of the process interrupted. `isOver`: Vitrine has its outcome already, or a
   * person decides; then it never runs again.
   */
  async recover(command: Command, isOver: boolean): Promise<void> {
    const action = this.#actionOf(command);
    const job = { ...command, key: keyOfPlayer(command.player) };
    const happened = await Promise.resolve()
      .then(() => action?.happened?.(job))
      .catch(() => undefined);
    const again = (action?.repeatable ?? harmless.has(command.action)) || happened === false;
    if (happened === true) await this.#finish(command, outcome('succeeded', 'ok'));
    else if (again && !isOver && action) await this.#finish(command, await this.effect(job));
    else await this.#finish(command, outcome('uncertain', 'uncertain', 'O serviço parou durante a entrega.'));
  }
}
