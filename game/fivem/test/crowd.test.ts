import { afterEach, expect, it } from 'vitest';
import { closeCities, open } from './open-city.ts';

/** More players than one list held before. */

afterEach(closeCities);

const CROWD = 510;
const players = Array.from({ length: CROWD }, (_, index) => ({ id: index + 1 }));

it('every loaded player of a full city is told, the last one too, and a Vitrine from before gets 500', async () => {
  const { city, platform } = await open('network-newer', { players });
  await Promise.all(players.map(({ id }) => city.join(id)));
  await city.advance(6000);
  const told = () => platform.syncs.at(-1)?.online as string[];
  expect(told()).toHaveLength(CROWD);
  expect(told()).toContain(String(CROWD));

  platform.online = undefined;
  platform.faults.push({ status: 409, body: '{"success":false,"code":"superseded"}' });
  await city.advance(6000);
  expect(told()).toHaveLength(500);
});
