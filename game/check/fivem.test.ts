import { afterEach, expect, it } from 'vitest';
import type { FrameworkName } from '../../standins/fxserver/frameworks.ts';
import { closePlayed, playCity } from '../fivem/test/played-city.ts';
import { Desk } from './desk.ts';
import { table } from './report.ts';
import { brokenOf, runCheck } from './run.ts';

/** The runner against the script of FiveM, in a played city. */

afterEach(closePlayed);

const TOKEN = 'vtr_0123456789abcdef0123456789abcdef';

async function look(framework: FrameworkName) {
  let now = () => 0;
  const desk = new Desk(TOKEN, () => now());
  const convars = { vitrine_token: TOKEN, vitrine_url: 'http://127.0.0.1:3000' };
  const platform = { convars, player: {}, handle: desk.handle.bind(desk) };
  const played = await playCity({ platform, framework, online: true });
  now = played.city.clock.now;
  desk.player = platform.player;
  const time = { now, wait: async (ms: number) => played.run(ms) };
  const restart = async () => {
    await played.city.kill();
    await played.city.restart();
    played.enter();
    await played.city.server.ensure('vitrine', false);
  };
  return await runCheck(desk, time, { player: platform.player, restart, long: true, command: 'say oi' });
}

it('finds the script of FiveM right', async () => {
  const lines = await look('vrpex');
  expect(brokenOf(lines), table(lines)).toEqual([]);
  const untried = lines.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule);
  // Its effect takes no time that a kill could meet; its own tests stop it at each point.
  expect(untried, table(lines)).toEqual(['decided']);
});
