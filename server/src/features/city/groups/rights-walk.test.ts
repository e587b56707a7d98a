import type { GameCommand } from '@vitrine/contract/game';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installJobs } from '../../../jobs/boss.ts';
import { tasks } from '../../../tasks.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { everything, type Outcome, result } from '../../../test/game-client.ts';
import { makeCity } from '../../../test/make-city.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { answerPollsAtOnce } from '../../../test/shorter-limits.ts';
import { violations } from '../../deliveries/invariants.ts';
import { dueSweep } from '../../deliveries/sweeps.ts';

/**
 * Purchases, refunds and expiries at random, while the city comes and goes: whenever nothing waits, each player holds what is
 * still paid, and at the end what they had before. The city here keeps groups as its base does and knows nothing of
 * purchases.
 */

answerPollsAtOnce();

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
});
afterAll(() => app.close());

const PLAYERS = 24;
const ROUNDS = 10;
const DAYS = 30;

/** Numbers between 0 and 1 that are the same at each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const kinds = {
  gtype: { framework: 'vrpex', place: () => 'gtype:vip', groups: ['ouro', 'prata', 'bronze'] },
  level: { framework: 'creative_network', place: () => 'level:Vip', groups: ['Vip:1', 'Vip:2', 'Vip:3'] },
  plain: { framework: 'creative3', place: (group: string) => `group:${group}`, groups: ['ouro', 'prata', 'bronze'] },
};
type Kind = keyof typeof kinds;

interface Purchase {
  order: string;
  group: string;
}

/** What a player should hold, found by sorting the groups that are paid. `live` is in the order of buying. */
function owed(kind: Kind, prior: string | undefined, live: readonly Purchase[]): string[] {
  const all = [...(prior ? [prior] : []), ...live.map(({ group }) => group)];
  if (kind === 'gtype') return all.slice(-1);
  return kind === 'level' ? all.sort().slice(0, 1) : [...new Set(all)].sort();
}

/** The groups of a city by place. It reports what it saw before and after, as the script does. */
class City {
  readonly held = new Map<string, Map<string, string>>();
  readonly #place: (group: string) => string;

  constructor(kind: Kind) {
    this.#place = kinds[kind].place;
  }

  of(player: string): Map<string, string> {
    const places = this.held.get(player) ?? new Map<string, string>();
    this.held.set(player, places);
    return places;
  }

  give(player: string, group: string): void {
    this.of(player).set(this.#place(group), group);
  }

  run(command: GameCommand): Outcome {
    const { action, player, args } = command;
    const group = String(args.group);
    const mine = this.of(player.city_id as string);
    const place = this.#place(group);
    const prior = mine.get(place) ?? '';
    // The script lowers no level by itself.
    const higher = place.startsWith('level:') && prior !== '' && prior < group;
    if (action === 'add_group') mine.set(place, higher ? prior : group);
    else if (args.instead) mine.set(place, String(args.instead));
    else if (prior === group || place.startsWith('level:')) mine.delete(place);
    const stands = mine.get(place) ?? '';
    const same = action === 'add_group' ? 'already_owned' : 'not_owned';
    const code = stands === prior && !args.instead ? same : 'ok';
    return { ...result(command, 'succeeded', code), detail: { place, prior, stands } } as Outcome;
  }
}

const steps: [Kind, number][] = (['gtype', 'level', 'plain'] as const).flatMap((kind) =>
  [1, 2].map((seed): [Kind, number] => [kind, seed]),
);

test.each(steps)(
  'every player holds what is still paid, whatever ended meanwhile (%s, %i)',
  async (kind, seed) => {
    const random = numbers(seed);
    const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
    const { framework, groups } = kinds[kind];
    const { store, game } = await makeCity(app);
    const everywhere = { online: true, offline: true };
    await game.hello({ framework, capabilities: { ...everything, instead: everywhere } });
    const city = new City(kind);
    const players = Array.from({ length: PLAYERS }, (_, at) => {
      const prior = random() < 0.5 ? pick(groups) : undefined;
      if (prior) city.give(String(at + 1), prior);
      // Every other player also buys what is still live.
      return { id: at + 1, prior, renews: at % 2 === 1, live: [] as Purchase[], told: [] as string[] };
    });
    type Player = (typeof players)[number];

    const waits = async () => {
      const { rows } = await sql`
      select from delivery where store_id = ${store.id} and (state = 'queued' and due_at <= now() or state = 'sent') limit 1`.execute(
        app.db,
      );
      return rows.length > 0;
    };
    const play = async () => {
      while (await waits()) {
        const commands = await game.take();
        if (commands.length > 0) await game.report(...commands.map((command) => city.run(command)));
        await dueSweep.run(app.deps);
      }
    };
    const holds = ({ id }: Player) => [...city.of(String(id)).values()].sort();
    const arrived = async (order: string) => {
      const { rows } = await sql`
      select from delivery where order_id = ${order} and phase = 'confirmation' and state = 'succeeded'`.execute(
        app.db,
      );
      return rows.length > 0;
    };
    const runOut = async (order: string) => {
      await sql`update right_source set ends_at = now() - interval '1 day' where order_id = ${order}`.execute(app.db);
      await sql`
      update delivery set due_at = now() - interval '1 day' where order_id = ${order} and phase = 'expiration'`.execute(
        app.db,
      );
    };
    const end = (player: Player, order: string, how: string) => {
      player.live = player.live.filter((one) => one.order !== order);
      player.told.push(`${how} ${order.slice(-4)}`);
    };
    const move = async (player: Player): Promise<void> => {
      const free = groups.filter((group) => player.renews || !player.live.some((one) => one.group === group));
      const chance = random();
      if (player.live.length === 0 || (chance < 0.45 && free.length > 0 && player.live.length < 4)) {
        const group = pick(free);
        const actions = [on.group(group), on.dropGroup(group)];
        const { id } = await makeSold(app.db, store.id, { client: player.id, items: [{ actions, removeDays: DAYS }] });
        player.live.push({ order: id, group });
        player.told.push(`buys ${group} ${id.slice(-4)}`);
        return;
      }
      const { order } = pick(player.live);
      if (chance < 0.75) {
        await refundSold(app.db, store.id, order);
        return end(player, order, 'refund');
      }
      await runOut(order);
      // The days of a group that has not arrived begin with its arrival, so such a purchase does not expire.
      if (await arrived(order)) end(player, order, 'expiry');
      else player.told.push(`late ${order.slice(-4)}`);
    };

    let looked = 0;
    const look = () => {
      for (const player of players) {
        const walk = `${player.prior ?? 'nothing'}: ${player.told.join(', ')}`;
        const has = holds(player);
        // A group that was bought twice may stand although a newer group is paid too, so any paid group is right here.
        if (kind === 'gtype' && player.renews && player.live.length > 0) {
          expect(has, walk).toHaveLength(1);
          expect(
            player.live.map(({ group }) => group),
            walk,
          ).toContain(has[0]);
        } else expect(has, walk).toEqual(owed(kind, player.prior, player.live));
        looked += 1;
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const player of players) await move(player);
      await dueSweep.run(app.deps);
      for (const player of players) player.told.push(';');
      if (random() < 0.4) continue;
      await play();
      look();
    }
    for (const player of players) {
      for (const { order } of [...player.live]) {
        await refundSold(app.db, store.id, order);
        end(player, order, 'refund');
      }
    }
    await play();
    look();
    expect(looked).toBeGreaterThan(PLAYERS * 3);
    const { rows } = await sql`
    select id from delivery where store_id = ${store.id} and state in ('failed', 'uncertain', 'scheduled')`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
    expect(await violations(app.db)).toEqual([]);
  },
  300_000,
);
