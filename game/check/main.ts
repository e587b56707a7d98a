import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Options } from './check.ts';
import { Desk } from './desk.ts';
import { table } from './report.ts';
import { isRule, rules } from './rules.ts';
import { brokenOf, playerOf, runCheck } from './run.ts';
import { serve } from './serve.ts';

const USAGE = `npm run game-check -- [options]
  --token t          the token for the client; without it one is made
  --port n           the port (default: a free one); --host h listens elsewhere than on this machine
  --restart "…"      a command that kills the client with SIGKILL, starts it again and ends
  --enter "…"        a command that makes another player come into the game, and ends
  --no-restart       leaves out what needs a restart; without both it asks you to restart
  --player 17        whom deliveries are for: a city id or kind:value (default: the first who is online)
  --away 18          somebody who exists and is away
  --item i, --group g, --command "…"   harmless names of the game, for a client without money
  --only a,b         only what looks at these rules
  --long             also what takes minutes
  --json file        writes the lines into a file`;

function options() {
  const text = { type: 'string' } as const;
  const yes = { type: 'boolean', default: false } as const;
  const known = {
    token: text,
    port: text,
    host: text,
    restart: text,
    enter: text,
    'no-restart': yes,
    player: text,
    away: text,
    item: text,
    group: text,
    command: text,
    only: text,
    long: yes,
    json: text,
  };
  try {
    return parseArgs({ options: known }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
}

/** Runs the owner's command. A failure is printed and does not end the run: the run then misses the hello, or the player. */
const runCommand = (name: string, command: string) =>
  new Promise<void>((resolve) => {
    exec(command, (error) => {
      if (error) console.error(`The ${name} command failed: ${error.message}`);
      resolve();
    });
  });

async function askForRestart(): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  await terminal.question('Kill the client at once (SIGKILL), start it again, and press Enter: ');
  terminal.close();
}

const values = options();
const only = (values.only ?? '').split(',').filter(Boolean);
if (!only.every(isRule)) {
  console.error(`Unknown rule. There are: ${Object.keys(rules).join(', ')}`);
  process.exit(2);
}
const token = values.token ?? `vtr_${randomBytes(24).toString('base64url')}`;
const { restart: command } = values;
const restart = values['no-restart']
  ? undefined
  : command
    ? () => runCommand('restart', command)
    : process.stdin.isTTY
      ? askForRestart
      : undefined;
const desk = new Desk(token, Date.now);
const server = await serve(desk, Number(values.port ?? 0), values.host);
console.log(
  `Put this into the client and start it:\n  address ${server.address}\n  token   ${token}\nWaiting for its hello …`,
);
const { player, away, item, group, long, enter } = values;
const asked: Options = {
  ...(player && { player: playerOf(player) }),
  ...(away && { away: playerOf(away) }),
  item,
  group,
  command: values.command,
  restart,
  ...(enter && { enter: () => runCommand('enter', enter) }),
  long,
};
const lines = await runCheck(desk, { now: Date.now, wait: (ms) => wait(ms) }, asked, {
  only,
  told: (line) => console.log(`… ${line}`),
});
console.log(`\n${table(lines)}`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(lines, null, 2)}\n`);
await server.close();
process.exit(brokenOf(lines).length === 0 && lines.some(({ verdict }) => verdict === 'held') ? 0 : 1);
