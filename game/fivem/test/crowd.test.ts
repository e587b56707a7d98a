import { afterEach, expect, it } from 'vitest';
import { connect } from '../../../standins/fxserver/connections.ts';
import { amountIn, rowsOf } from './city-rows.ts';
import { closeCities, open } from './open-city.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

/** More players than one list held before. */

afterEach(closeCities);
afterEach(closePlayed);

const CROWD = 510;
const players = Array.from({ length: CROWD }, (_, index) => ({ id: index + 1 }));

it('a script names every loaded player of a full city, and 500 of them to a Vitrine that tells no limit', async () => {
  const { city, platform } = await open('network-newer', { players });
  await Promise.all(players.map(({ id }) => city.join(id)));
  await city.advance(6000);
  const told = () => platform.syncs.at(-1)?.online as string[];
  expect(told()).toHaveLength(CROWD);
  expect(told()).toContain(String(CROWD));

  platform.online = undefined;
  platform.faults.push({ status: 409, body: '{"success":false,"code":"superseded"}' });
  // The script says hello again after up to 6 s. A poll that was on its way may come before.
  for (let turn = 0; turn < 10 && told().length !== 500; turn += 1) await city.advance(2000);
  expect(told()).toHaveLength(500);
});

const FULL = 2000;

/** Sells an item to the last of 2,000 loaded players. The seconds are the city's own: its clock stands while the machine thinks. */
async function sellToTheLast(framework: 'creative4-summerz' | 'network-newer') {
  const platform = new Platform();
  const here = await playCity({
    platform,
    framework,
    players: Array.from({ length: FULL }, (_, index) => ({ id: index + 1 })),
  });
  for (let id = 1; id <= FULL; id += 1) connect(here.city.server, id, 'loaded');
  here.run(8000);
  expect(platform.syncs.at(-1)?.online).toHaveLength(FULL);
  const inBag = () => amountIn(here.city.memory('items', FULL), 'dinheirosujo') > 0;
  const inRow = () => rowsOf(here.city, framework, FULL).items('dinheirosujo') > 0;
  const player = { city_id: String(FULL) };
  platform.due.push({ id: 'show', action: 'add_item', args: { item: 'dinheirosujo', amount: 1 }, player });
  const from = here.city.clock.now();
  const seconds = () => (here.city.clock.now() - from) / 1000;
  const until = (done: () => boolean) => {
    while (!done() && seconds() < 300) here.run(50);
    return seconds();
  };
  const bag = until(inBag);
  expect(platform.result('show')).toBeUndefined();
  const row = until(inRow);
  const word = until(() => platform.result('show') !== undefined);
  expect(platform.result('show')).toMatchObject({ status: 'succeeded', code: 'ok' });
  return { bag, row, word };
}

it.each(['creative4-summerz', 'network-newer'] as const)(
  '%s: the last of 2,000 loaded players has the item in 2 s, and it counts when the row shows it, within 20 s',
  async (framework) => {
    const { bag, row, word } = await sellToTheLast(framework);
    expect(bag).toBeLessThanOrEqual(2);
    expect(word).toBeGreaterThanOrEqual(row);
    expect(word).toBeLessThanOrEqual(20);
  },
  300_000,
);
