import { connect } from '../../../standins/fxserver/connections.ts';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { playCity } from '../../fivem/test/played-city.ts';
import type { Line } from '../check.ts';
import { Desk } from '../desk.ts';
import { runCheck } from '../run.ts';

const TOKEN = 'vtr_0123456789abcdef0123456789abcdef';

/** Runs everything against the script of FiveM in a played city. The caller closes it with `closePlayed`. */
export async function checkFivem(framework: FrameworkName): Promise<Line[]> {
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
  const enter = async () => {
    connect(played.city.server, 18, 'loaded');
    played.run(100);
    await played.city.leave(18);
  };
  return await runCheck(desk, time, { player: platform.player, restart, enter, long: true, command: 'say oi' });
}
