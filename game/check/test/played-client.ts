import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GameClient, type GameSettings } from '../../../sdk/src/game/client.ts';
import type { Clock } from '../../../sdk/src/game/clock.ts';
import type { Send } from '../../../sdk/src/game/http.ts';
import type { Action, Outcome } from '../../../sdk/src/game/types.ts';
import { Desk } from '../desk.ts';
import { VirtualTime } from './virtual-time.ts';

/** The state of a game. It stays when the process that speaks for the game ends. */
interface World {
  bank: number;
  /** Deliveries whose effect happened, kept together with it. */
  done: Set<string>;
  effects: number;
}

/** Longer than a poll, so that a kill meets an effect in its middle. */
const EFFECT_MS = 700;
const never = new Promise<never>(() => {});
const ok = (detail?: Outcome['detail']): Outcome => ({ status: 'succeeded', code: 'ok', ...(detail && { detail }) });

function actionsOf(world: World, clock: Clock): Record<string, Action> {
  const pay = (sign: number): Action => ({
    online: true,
    offline: true,
    happened: ({ id }) => world.done.has(id),
    async run({ id, args }) {
      const before = world.bank;
      await clock.wait(EFFECT_MS);
      world.bank += sign * (typeof args.amount === 'number' ? args.amount : 0);
      world.done.add(id);
      world.effects += 1;
      return ok({ before, after: world.bank });
    },
  });
  const plain: Action = { online: true, offline: true, run: () => ok() };
  return {
    add_money: pay(1),
    remove_money: pay(-1),
    add_item: { ...plain, offline: false },
    add_group: plain,
    add_vehicle: plain,
    execute_command: { ...plain, run: () => ({ status: 'succeeded', code: 'executed' }) },
    'own:dar_skin': plain,
  };
}

/** A client of the kit in played time, with the desk that looks at it. */
export function playClient(Client: typeof GameClient = GameClient) {
  const time = new VirtualTime();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-check-'));
  const desk = new Desk('vtr_0123456789abcdef0123456789abcdef', time.now);
  const world: World = { bank: 1000, done: new Set(), effects: 0 };
  let stop = () => {};

  /** Starts a process. What it does after its end reaches nothing any more. */
  function start(): void {
    let dead = false;
    const clock: Clock = {
      now: time.now,
      wait: (ms, signal) => (dead ? never : time.wait(ms, signal).then(() => (dead ? never : undefined))),
    };
    const send: Send = async ({ url, body, headers }) => {
      if (dead) return never;
      const answer = desk.handle(new URL(url).pathname, 'POST', body, headers);
      await clock.wait(answer ? (answer.delayMs ?? 5) : 15_000);
      if (!answer || answer.status === 0) throw new Error('no answer');
      const signature = answer.headers?.['X-Vitrine-Signature'];
      return { status: answer.status, body: answer.body, ...(signature !== undefined && { signature }) };
    };
    const settings: GameSettings = {
      address: 'http://127.0.0.1:3000',
      token: desk.token,
      journal: join(folder, 'journal.jsonl'),
      game: 'fivem',
      framework: 'check',
      actions: actionsOf(world, clock),
      online: () => ['17', '18'],
      who: (cityId) => ({ city_id: cityId, status: cityId === '17' ? 'found' : 'missing' }),
      log: () => {},
      send,
      clock,
    };
    const client = new Client(settings);
    void client.run();
    stop = () => {
      dead = true;
    };
  }
  start();
  return {
    time,
    desk,
    world,
    folder,
    restart: async () => {
      stop();
      await time.wait(500);
      start();
    },
    close: () => {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
