import { Check, type Line, type Options, type Scenario, type Time } from './check.ts';
import type { Desk } from './desk.ts';
import type { Rule } from './rules.ts';
import { besides } from './scenarios/beside.ts';
import { connection } from './scenarios/connection.ts';
import { ending, patience } from './scenarios/patience.ts';
import { restarts } from './scenarios/restarts.ts';
import { results } from './scenarios/results.ts';
import { work } from './scenarios/work.ts';
import type { Player } from './wire.ts';

const HELLO_MS = 600_000;
/** The results come first: a client that never rests would hide the others. */
const all: Scenario[] = [...results, ...besides, ...connection, ...work, ...patience, ...restarts, ...ending];

/** A key of `online` as a player. */
export function playerOf(key: string): Player {
  const [, kind, value] = /^([a-z_]+):(.*)$/.exec(key) ?? [];
  return kind && value ? { identity: { kind, value } } : { city_id: key };
}

/**
 * Waits for a client's hello, then plays every scenario, or those that look at one of `only`. Answers one line for each
 * rule. `told` hears what is tried now.
 */
export async function runCheck(
  desk: Desk,
  time: Time,
  options: Options,
  { only = [], told = () => {} }: { only?: readonly Rule[]; told?: (line: string) => void } = {},
): Promise<Line[]> {
  const check = new Check(desk, time, options);
  const came = await check.until(HELLO_MS, () => desk.hello !== undefined);
  if (!came) {
    const [first] = desk.requests;
    check.broke(
      'hello',
      'the client was started',
      first ? `it said no hello, and asked ${first.path}` : 'no request came',
    );
    return check.lines();
  }
  const [first] = desk.requests;
  check.note('hello', first?.call === 'hello', 'the client was started', `its first request was ${first?.path}`);
  await check.until(20_000, () => onlineOf(desk).length > 0);
  const key = onlineOf(desk)[0];
  if (options.player) desk.player = options.player;
  else if (key !== undefined) desk.player = playerOf(key);
  let restless = false;
  const chosen = all.filter(({ rules }) => only.length === 0 || rules.some((rule) => only.includes(rule)));
  for (const scenario of chosen) {
    const reason: string | undefined =
      missing(check, scenario) ?? (restless || !(await check.calm()) ? RESTLESS : undefined);
    restless ||= reason === RESTLESS;
    if (reason) {
      for (const rule of scenario.rules) check.skip(rule, reason);
      continue;
    }
    told(scenario.rules.join(', '));
    try {
      await scenario.run(check);
    } catch (error) {
      for (const rule of scenario.rules) check.broke(rule, 'a scenario', `its answers could not be read: ${error}`);
    }
  }
  return check.lines();
}

const RESTLESS = 'the client did not come to rest before it';

/** What a scenario needs and this run does not have. */
function missing({ options }: Check, { kills, long }: Scenario): string | undefined {
  if (kills && !options.restart) return 'nothing restarts the client: give --restart';
  if (long && !options.long) return 'it takes minutes: give --long';
  return undefined;
}

const onlineOf = (desk: Desk): string[] =>
  Object.values((desk.requests.findLast(({ call }) => call === 'sync')?.body.online ?? []) as object).map(String);

/** The rules that were not held. */
export const brokenOf = (lines: readonly Line[]): Rule[] =>
  lines.filter(({ verdict }) => verdict === 'not held').map(({ rule }) => rule);
