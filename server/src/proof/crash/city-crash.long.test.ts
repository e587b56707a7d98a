import { afterAll, beforeAll, test } from 'vitest';
import type { KillPoint } from '../../../../standins/fxserver/kills.ts';
import { type CrashWorld, startCrashWorld } from '../../test/crash-world.ts';
import { killCity } from './kill-city.ts';

/**
 * The game server dies at every possible point (facts/game-servers.md 11.4), with the real product at the other end;
 * `city-crash.test.ts` has two of them. After its restart, each effect is once in the city's tables. Only an effect that
 * was interrupted and cannot be looked up may be `uncertain`; then a person decides.
 */

let world: CrashWorld;
let player = 0;
beforeAll(async () => {
  world = await startCrashWorld();
}, 180_000);
afterAll(() => world?.close());

const points: KillPoint[] = [
  { at: 'kvp:before', prefix: 'c:', contains: '"started"', nth: 2, resource: 'vitrine' },
  { at: 'kvp:after', prefix: 'c:', contains: '"started"', nth: 2, resource: 'vitrine' },
  { at: 'effect:inside', prefix: 'sql:update summerz_characters' },
  { at: 'effect:after', prefix: 'sql:update summerz_characters' },
  { at: 'kvp:before', prefix: 'c:', contains: '"done"', nth: 2, resource: 'vitrine' },
  { at: 'kvp:after', prefix: 'c:', contains: 'say compra', resource: 'vitrine' },
  { at: 'http:before', contains: '"succeeded"', resource: 'vitrine' },
  { at: 'http:sent', contains: '"succeeded"', resource: 'vitrine' },
];

test.each(points)(
  'killed at $at $prefix $contains',
  async (point) => {
    player += 1;
    await killCity(world, player, point);
  },
  180_000,
);
