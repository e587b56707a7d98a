import { expect, it } from 'vitest';
import { jdk } from '../minecraft/jar.ts';
import { table } from './report.ts';
import { brokenOf } from './run.ts';
import { checkMinecraft } from './test/played-minecraft.ts';

/** The runner against the jar of Minecraft, in a JVM that loads it as a server does. A minute, most of it waiting. */

it.skipIf(jdk() === undefined)('finds the plugin of Minecraft right (needs a JDK)', { timeout: 300_000 }, async () => {
  const lines = await checkMinecraft();
  expect(brokenOf(lines), table(lines)).toEqual([]);
  const untried = lines.filter(({ verdict }) => verdict === 'not tried').map(({ rule }) => rule);
  // Vitrine never asks a Minecraft server about a city id, so this rule is not tried.
  expect(untried, table(lines)).toEqual(['who']);
});
