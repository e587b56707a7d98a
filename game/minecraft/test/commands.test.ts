import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { HOSTILE, STRUCTURE } from './hostile-values.ts';
import { BUSY_MS, closeServers, commandsOf, deliver, hasJdk, open } from './open-server.ts';

afterEach(closeServers);

const of = (template: string, ...argv: string[]) => ({ template, argv });

describe.skipIf(!hasJdk)('a console command on Minecraft (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('runs with exactly the words of its template', async () => {
    const world = await open({ config: 'comandos:\n  - eco\n  - consoleonly\n' });
    const good = [
      of('eco give {{nick}} {{valor}}', 'eco', 'give', 'joão.silva', '10'),
      of('eco x-{{a}}-y', 'eco', 'x--y-y'),
      // The buyer may leave a question empty. Then the value is empty, and the word around it is still one word.
      of('eco x-{{a}}-y', 'eco', 'x--y'),
      of('eco tell @a[name={{nick}}] oi', 'eco', 'tell', '@a[name=steve]', 'oi'),
      of('eco tellraw {"text":"{{nick}}"}', 'eco', 'tellraw', '{"text":"ação"}'),
    ];
    const codes = await deliver(
      world,
      good.map((args, at): Command => ({ id: `g${at}`, action: 'execute_command', args })),
    );
    expect(codes).toEqual(good.map(() => 'executed'));
    expect(commandsOf(world)).toEqual(good.map(({ argv }) => `console ${argv.join('|')}`));
    // A plugin's own command may ask for the console itself.
    expect(
      await deliver(world, [{ id: 'only', action: 'execute_command', args: of('consoleonly', 'consoleonly') }]),
    ).toEqual(['executed']);
    expect(commandsOf(world).at(-1)).toBe('console consoleonly');
    // Only commands on the owner's list may run.
    expect(await deliver(world, [{ id: 'say', action: 'execute_command', args: of('say x', 'say', 'x') }])).toEqual([
      'command_denied',
    ]);
  });

  it('runs nothing for a value that is more than one word, or a word in another place', async () => {
    const world = await open();
    const bad = [
      ...HOSTILE.map((text) => of('eco give {{nick}} 1', 'eco', 'give', text, '1')),
      ...STRUCTURE.map((text) => of('eco tellraw {"text":"{{nick}}"}', 'eco', 'tellraw', `{"text":"${text}"}`)),
      ...STRUCTURE.map((text) =>
        of('eco tellraw {"text":"Oi {{nick}} !"}', 'eco', 'tellraw', '{"text":"Oi', text, '!"}'),
      ),
      of('eco give {{nick}} 1', 'eco', 'give', 'steve'),
      of('eco give {{nick}} 1', 'eco', 'give', 'steve', '1', '2'),
      of('eco give {{nick}} 1', 'eco', 'give', 'steve', '1000'),
      of('eco give {{nick}} 1', 'op', 'give', 'steve', '1'),
      of('{{cmd}} x', 'eco', 'x'),
      of('/eco x', '/eco', 'x'),
      of('eco §4x', 'eco', '§4x'),
      of('', 'eco'),
      { template: 'eco x', argv: ['eco', 7] },
      { template: 'eco x' },
      { command: 'eco x' },
    ];
    const codes: (string | undefined)[] = [];
    for (let at = 0; at < bad.length; at += 25) {
      const some = bad
        .slice(at, at + 25)
        .map((args, place): Command => ({ id: `b${at + place}`, action: 'execute_command', args }));
      codes.push(...(await deliver(world, some)));
    }
    expect(codes.map((code, at) => (code === 'invalid_args' ? 'invalid_args' : [code, bad[at]]))).toEqual(
      bad.map(() => 'invalid_args'),
    );
    expect(commandsOf(world)).toEqual([]);
  });
});
