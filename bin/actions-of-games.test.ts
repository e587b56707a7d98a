import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Game, games, targetTexts } from '../contract/src/action-types.ts';
import { GameHello } from '../contract/src/game.ts';
import { Platform } from '../game/fivem/test/platform.ts';
import { closePlayed, playCity } from '../game/fivem/test/played-city.ts';
import { closeServers, hasJdk, open } from '../game/minecraft/test/open-server.ts';
import { closeMta, playMta } from '../game/mta/test/played-mta.ts';
import { wireName } from '../server/src/features/deliveries/targets.ts';

/**
 * One list says what the panel offers for a game, what its client can do, and what the documents say of both. So every action that
 * the panel offers can be delivered, and every action that can be delivered is offered.
 */

afterEach(async () => {
  closeMta();
  await Promise.all([closePlayed(), closeServers()]);
});

type Capabilities = Record<string, unknown>;

const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');
const page = read('game-server-protocol.md');
const commands: { game: Game; command: { action: string } }[] = JSON.parse(read('protocol/commands.json'));
const exchanges: { name: string; request: { game?: Game; capabilities?: Capabilities } }[] = JSON.parse(
  read('protocol/exchanges.json'),
);

/** The actions that the panel offers, by their names in the protocol. */
const offered = (game: Game): string[] =>
  Object.keys(targetTexts[game].types)
    .map((type) => wireName(game, type))
    .sort();

/** The page's table of actions: a row names some, and has a cell for each game. */
function ofThePage(game: Game): string[] {
  const [, head = '', rows = ''] = /^(\| action \| FiveM .*)\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim());
  const column = cellsOf(head).indexOf(targetTexts[game].badge);
  expect(column).toBeGreaterThan(0);
  return rows
    .trim()
    .split('\n')
    .map(cellsOf)
    .filter((cells) => cells[column]?.startsWith('+'))
    .flatMap((cells) => [...(cells[1] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))
    .sort();
}

/** The hello of a client that has all parts, as docs/protocol shows it. */
const shown = (game: Game): Capabilities =>
  exchanges.findLast(({ name, request }) => name.startsWith('hello of a') && request.game === game)?.request
    .capabilities ?? {};

/** The hello of each client when the game has everything that the client needs. */
const clients: Record<Game, () => Promise<{ capabilities?: Capabilities } | undefined>> = {
  async fivem() {
    const platform = new Platform();
    const city = await playCity({ platform, framework: 'qbox' });
    city.run(10_000);
    city.eval("exports.vitrine:register('dar_skin', function() return true end)", 'cidade');
    city.run(10_000);
    return platform.hellos.at(-1);
  },
  async minecraft() {
    const { platform } = await open();
    return platform.hellos.at(-1);
  },
  async mta() {
    const platform = new Platform();
    const server = await playMta({ platform, commands: 'function Actions.dar_skin() return true end' });
    server.run(3000);
    return platform.hellos.at(-1);
  },
};

describe.each(games)('the actions of %s', (game) => {
  it('are the same in panel, page and examples', () => {
    expect(ofThePage(game)).toEqual(offered(game));
    const examples = commands.filter((one) => one.game === game).map(({ command }) => command.action);
    expect([...new Set(examples)].sort()).toEqual(offered(game));
  });

  it.skipIf(game === 'minecraft' && !hasJdk)(
    'are those that its client can do, and its hello is the one that the documents show',
    async () => {
      const hello = await clients[game]();
      const told = hello?.capabilities ?? {};
      const actions = new Set(games.flatMap(offered));
      expect(
        Object.keys(told)
          .filter((name) => actions.has(name))
          .sort(),
      ).toEqual(offered(game));
      expect(shown(game)).toEqual(told);
      expect(Object.keys(GameHello.parse(hello).capabilities)).toEqual(Object.keys(told));
    },
  );
});
