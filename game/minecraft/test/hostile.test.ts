import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { HOSTILE } from './hostile-values.ts';
import { BUSY_MS, closeServers, commandsOf, deliver, hasJdk, open, type World } from './open-server.ts';

afterEach(closeServers);

/** Delivers the commands in parts: as many at a time as an answer may carry. */
async function deliverAll(world: World, commands: Command[]): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  for (let at = 0; at < commands.length; at += 25) codes.push(...(await deliver(world, commands.slice(at, at + 25))));
  return codes;
}

/** Texts that cannot be the name of a group or an item. */
const NO_NAMES = [
  // A group may be called `a b`.
  ...HOSTILE.filter((text) => text !== 'a b'),
  ...['"', "'", '\\', ';', '#', '/', '{}', '[1]', '<b>', '%s', '$(id)', '=', 'x'.repeat(65)],
];

describe.skipIf(!hasJdk)('hostile texts on Minecraft (needs a JDK)', { timeout: BUSY_MS }, () => {
  it.each(['velocity', 'bungeecord'] as const)(
    '%s runs nothing for a value that is more than one word, or many players',
    async (flavour) => {
      const world = await open({ flavour });
      const of = (id: string, template: string, ...argv: string[]): Command => ({
        id,
        action: 'execute_command',
        args: { template, argv },
      });
      const bad = HOSTILE.flatMap((text, at) => [
        of(`a${at}`, 'send {{nick}} lobby', 'send', text, 'lobby'),
        of(`b${at}`, 'send {{nick}} lobby', 'send', ...text.split(' '), 'lobby', 'fim'),
      ]);
      bad.push(
        of('moved', 'send {{nick}} lobby', 'send', 'lobby', 'steve'),
        of('other', 'send {{nick}}', 'end', 'steve'),
      );
      expect([...new Set(await deliverAll(world, bad))]).toEqual(['invalid_args']);
      expect(commandsOf(world)).toEqual([]);
      expect(await deliver(world, [of('good', 'send {{nick}} lobby', 'send', 'steve', 'lobby')])).toEqual(['executed']);
    },
  );

  it('a plugin takes no such name of a group or an item, and changes nothing', async () => {
    const world = await open();
    const before = await world.server.state('Steve');
    const commands = NO_NAMES.flatMap((text, at): Command[] => [
      { id: `g${at}`, action: 'add_group', args: { group: text } },
      { id: `r${at}`, action: 'remove_group', args: { group: text } },
      { id: `i${at}`, action: 'add_item', args: { item: text, amount: 1 } },
      { id: `m${at}`, action: 'add_money', args: { amount: text as never } },
    ]);
    const codes = await deliverAll(world, commands);
    const taken = commands.filter((_, at) => !/^invalid_(args|group|item)$/.test(String(codes[at])));
    expect(taken.map(({ action, args }, at) => [action, args, at])).toEqual([]);
    expect(await world.server.state('Steve')).toEqual(before);
    expect(commandsOf(world)).toEqual([]);
  });
});
