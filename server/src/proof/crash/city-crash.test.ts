import { afterAll, beforeAll, test } from 'vitest';
import type { KillPoint } from '../../../../standins/fxserver/kills.ts';
import { type CrashWorld, startCrashWorld } from '../../test/crash-world.ts';
import { killCity } from './kill-city.ts';

/** The game server dies at two of the points of `city-crash.long.test.ts`. */

let world: CrashWorld;
let player = 0;
beforeAll(async () => {
  world = await startCrashWorld();
}, 180_000);
afterAll(() => world?.close());

const points: KillPoint[] = [
  { at: 'http:answered', contains: '"add_money"', resource: 'vitrine' },
  { at: 'kvp:after', prefix: 'c:', contains: '"done"', nth: 2, resource: 'vitrine' },
];

test.each(points)(
  'killed at $at $prefix $contains',
  async (point) => {
    player += 1;
    await killCity(world, player, point);
  },
  180_000,
);
