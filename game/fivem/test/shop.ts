import type { Answer, Command, Result } from '../../check/wire.ts';
import { Platform } from './platform.ts';

const LOST = 0.15;
const TWICE = 0.15;

/** Numbers between 0 and 1 that are the same at each run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FINAL = ['succeeded', 'failed', 'uncertain'];

/** Stores outcomes like Vitrine: a success stays, and replaces any other outcome. A deferred delivery is offered again. */
export class Shop extends Platform {
  readonly orders = new Map<string, Command & { attempt: number; state: string; out: number }>();
  away = false;
  private looks = 0;
  private readonly random: () => number;

  constructor(random: () => number) {
    super();
    this.random = random;
  }

  sell(commands: Command[]): void {
    for (const command of commands) this.orders.set(command.id, { ...command, attempt: 1, state: 'queued', out: 0 });
  }

  get open(): number {
    return [...this.orders.values()].filter(({ state }) => !FINAL.includes(state)).length;
  }

  /** This shop counts the polls of the script, so the script never rests. */
  override mayRest(): void {}

  override handle(path: string, method: string, body: string, headers: Record<string, string>): Answer | undefined {
    const lost: Answer = { status: 0, body: '', delayMs: 300 };
    if (this.away) return lost;
    const chance = this.random();
    if (chance < LOST / 3) return lost;
    const request = JSON.parse(body);
    this.due = request.want > 0 ? this.offers(request.in_progress) : [];
    const answer = super.handle(path, method, body, headers);
    this.store(request.results ?? []);
    return chance < LOST ? lost : answer;
  }

  /** At most 25 deliveries, in order. Now and then some that were already sent, as after an answer that came twice. */
  private offers(inProgress: string[]): Command[] {
    this.looks += 1;
    const again = this.random() < TWICE;
    const list = [...this.orders.values()].filter(({ id, state, out }) => {
      // Its lease ended, because the answer was lost or the script forgot the delivery.
      const lapsed = state === 'sent' && this.looks - out > 30 && !inProgress.includes(id);
      return state === 'queued' || lapsed || (again && state === 'sent' && this.random() < 0.2);
    });
    for (const one of list.slice(0, 25)) {
      one.state = 'sent';
      one.out = this.looks;
    }
    return list.slice(0, 25).map(({ state: _state, out: _out, ...command }) => command);
  }

  private store(results: Result[]): void {
    for (const { id, status, attempt } of results) {
      const order = this.orders.get(id);
      if (!order || order.state === 'succeeded') continue;
      if (FINAL.includes(status)) order.state = status;
      else if (!FINAL.includes(order.state) && attempt === order.attempt) {
        order.attempt += 1;
        order.state = 'queued';
      }
    }
  }

  /** The server started again: deliveries that were sent are offered again (server/src/features/city/game-hello.ts). */
  restarted(): void {
    for (const order of this.orders.values()) if (order.state === 'sent') order.state = 'queued';
  }
}
