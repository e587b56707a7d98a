import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../standins/fxserver/connections.ts';
import { FRAMEWORKS, type FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';
import { playerOf } from './player-of.ts';

/**
 * A refund takes back money that the player has spent. If the owner allows it, the rest of the money is taken. The balance before
 * and after tells how much the player still owes. No balance falls below zero.
 */

afterEach(closePlayed);

const BASES = Object.keys(FRAMEWORKS) as FrameworkName[];
const ASKED = 5000;
const BALANCES = [7000, 5000, 4999, 1, 0];

describe.each(BASES)('%s', (framework) => {
  it.each([
    ['partial', true],
    ['partial', false],
    ['fail', true],
    ['fail', false],
  ] as const)("takes what is there and never more ('%s', in the city: %s)", async (setting, here) => {
    const platform = new Platform();
    const played = await playCity({
      platform,
      framework,
      config: `Config.RemoveMoney = '${setting}'`,
      players: BALANCES.map((bank, at) => ({ id: 100 + at, bank })),
    });
    if (here) for (const at of BALANCES.keys()) connect(played.city.server, 100 + at, 'loaded');
    played.run(5000);
    platform.due = BALANCES.map((_, at) => ({
      id: `d${at}`,
      action: 'remove_money',
      phase: 'reversal',
      args: { amount: ASKED },
      player: playerOf(framework, 100 + at),
    }));
    for (let turn = 0; turn < 120 && platform.due.length > 0; turn += 1) played.run(1000);
    const seen = BALANCES.map((_, at) => {
      const { status, code, detail } = platform.result(`d${at}`) ?? {};
      return { status, code, ...detail, row: rowsOf(played.city, framework, 100 + at).bank };
    });
    const taken = (before: number, after: number, code = 'ok') => ({
      status: code === 'ok' ? 'succeeded' : 'failed',
      ...{ code, before, after, row: after },
    });
    const refused = (balance: number) => taken(balance, balance, 'insufficient_funds');
    expect(seen).toEqual(
      setting === 'partial'
        ? [taken(7000, 2000), taken(5000, 0), taken(4999, 0), taken(1, 0), taken(0, 0)]
        : [taken(7000, 2000), taken(5000, 0), refused(4999), refused(1), refused(0)],
    );
    expect(played.city.scriptErrors).toEqual([]);
  });
});
