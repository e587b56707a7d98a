import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../standins/fxserver/connections.ts';
import { plateOf } from '../../../standins/fxserver/frameworks/catalog.ts';
import { FRAMEWORKS, type FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { Citizen } from '../../../standins/fxserver/players.ts';
import { rconOutcomes } from '../../../standins/rcon/outcomes.ts';
import type { Command, Result } from '../../check/wire.ts';
import { amountIn, type Rows, rowsOf } from './city-rows.ts';
import { line, Platform } from './platform.ts';
import { closePlayed, type PlayedCity, playCity } from './played-city.ts';
import { hasTexts, jobOn, playerOf } from './player-of.ts';

/**
 * Every action on every published base, for a player who is there and one who is away, as confirmation, expiration and
 * refund. Goods arrive exactly once, or the outcome says why not. The rows are read at the moment of the report, as a
 * power cut would leave them. `docs/outcomes.md` is the table of what was seen.
 */

const PHASES = ['confirmation', 'expiration', 'reversal'] as const;
const BASES = Object.keys(FRAMEWORKS) as FrameworkName[];
const FIRST_ID = 100;
/** The place of the case whose citizen already has a vehicle. Another case asks for the plate of this vehicle. */
const HOLDER = 10;

interface Case {
  action: string;
  what: string;
  args: Record<string, unknown>;
  citizen?: Partial<Citizen>;
  /** Reads from the rows how much a success has changed; `live` reads it from the base's memory. */
  goods(rows: Rows): number;
  live?(here: PlayedCity, player: number): number;
  /** How much of a change was sold. */
  sold: number;
}

const groupOf = (base: FrameworkName): string =>
  base === 'esx'
    ? 'vip'
    : hasTexts(base)
      ? jobOn(base, 'job:police:1')
      : base.startsWith('vrp')
        ? 'vip'
        : base.startsWith('net')
          ? 'Premium'
          : 'Vip';
// QBCore writes every item in small letters.
const weaponOf = (base: FrameworkName): string => (base === 'qbcore' ? 'weapon_pistol' : 'WEAPON_PISTOL');
const bigBag = (base: FrameworkName): Citizen['items'] =>
  base.startsWith('creative4')
    ? Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`coisa${n}`, 1]))
    : { bigbox: base === 'qbcore' ? 3 : 2 };

function casesOf(base: FrameworkName): Case[] {
  const group = groupOf(base);
  const groupCase = (action: string, what: string, name: string, sold: number, groups: string[] = []): Case => ({
    action,
    what,
    args: { group: name },
    citizen: { groups },
    sold,
    goods: (rows) => rows.groups.filter((one) => one === name).length,
  });
  const moneyCase = (action: string, what: string, amount: number, sold: number): Case => ({
    action,
    what,
    args: { amount },
    sold,
    goods: (rows) => rows.bank,
  });
  const carCase = (
    action: string,
    what: string,
    vehicle: string,
    own: string,
    sold: number,
    held: string[] = [],
    plate?: string,
  ): Case => ({
    action,
    what,
    args: { vehicle, ...(plate && { plate }) },
    citizen: { vehicles: held },
    sold,
    goods: (rows) => rows.vehicles.filter((one) => one === own).length,
  });
  const itemCase = (what: string, item: string, amount: number, items: Citizen['items'] = {}): Case => ({
    action: 'add_item',
    what,
    args: { item, amount },
    citizen: { items },
    sold: amount,
    goods: (rows) => rows.items(item),
    live: (here, player) => amountIn(here.city.memory('items', player), item),
  });
  const none = () => 0;
  const banned = (rows: Rows) => (rows.banned ? 1 : 0);
  // vRP 1 has no list of vehicles, so a name is taken as it was sold.
  const spelled = base === 'vrp1' || base === 'vrpex' ? 'wra45' : 'WRa45';
  return [
    groupCase('add_group', 'new', group, 1),
    groupCase('add_group', 'held already', group, 0, [group]),
    groupCase('add_group', 'unknown name', 'Naoexiste', 1),
    groupCase('remove_group', 'held', group, -1, [group]),
    groupCase('remove_group', 'not held', group, 0),
    moneyCase('add_money', 'plain', 500, 500),
    moneyCase('remove_money', 'plain', 200, -200),
    moneyCase('remove_money', 'more than there is', 9000, -9000),
    carCase('add_vehicle', 'plain', 'kuruma', 'kuruma', 1),
    carCase('add_vehicle', 'capital name', 'wra45', spelled, 1),
    carCase('add_vehicle', 'held already', 'kuruma', 'kuruma', 0, ['kuruma']),
    carCase('add_vehicle', 'held, other plate', 'kuruma', 'kuruma', 0, ['kuruma'], 'XYZ98W76'),
    carCase('add_vehicle', 'taken plate', 'sultan', 'sultan', 1, [], plateOf(FIRST_ID + HOLDER, 0)),
    carCase('add_vehicle', 'unknown name', 'naoexiste', 'naoexiste', 1),
    carCase('add_vehicle', 'display name', 'Sedans', 'Sedans', 1),
    carCase('remove_vehicle', 'held', 'kuruma', 'kuruma', -1, ['kuruma']),
    carCase('remove_vehicle', 'capital name', 'wra45', 'WRa45', -1, ['WRa45']),
    carCase('remove_vehicle', 'not held', 'kuruma', 'kuruma', 0),
    itemCase('plain', 'agua', 2),
    itemCase('durable', 'celular', 1),
    itemCase('capital name', weaponOf(base), 1),
    itemCase('second stack', 'celular', 1, { celular: 1 }),
    itemCase('split', 'agua', 2, { agua: 1, 'agua-1780000000': 2 }),
    itemCase('full', 'pao', 1, bigBag(base)),
    itemCase('unknown name', 'naoexiste', 1),
    itemCase('display name', 'Celular', 1),
    { action: 'remove_ban', what: 'banned', args: {}, citizen: { banned: true }, sold: -1, goods: banned },
    { action: 'remove_ban', what: 'not banned', args: {}, sold: 0, goods: banned },
    { action: 'execute_command', what: 'plain', args: line('anuncio oi'), sold: 0, goods: none },
    { action: 'execute_command', what: 'unknown name', args: line('nada 1'), sold: 0, goods: none },
  ];
}

/** The reasons that may be given for a case that does not succeed. */
const REASONS: Record<string, string[]> = {
  'unknown name': ['invalid_group', 'invalid_vehicle', 'invalid_item', 'command_not_found', 'player_offline'],
  'display name': ['invalid_vehicle', 'invalid_item', 'player_offline'],
  // The bases of vRP 1 keep no plates.
  'held, other plate': ['unsupported_action'],
  'taken plate': ['plate_taken', 'unsupported_action'],
  'more than there is': ['insufficient_funds'],
  full: ['inventory_full', 'player_offline'],
  'second stack': ['inventory_full', 'player_offline'],
};

/** ESX keeps no bans. */
const hasBans = (base: FrameworkName, action: string): boolean => !(base.startsWith('esx') && action === 'remove_ban');

const seen = new Map<string, Map<string, string>>();
const columns = BASES.flatMap((base) => [`${base} here`, `${base} away`]);
afterEach(closePlayed);

async function playAll(base: FrameworkName, here: boolean): Promise<void> {
  const cases = PHASES.flatMap((phase) => casesOf(base).map((one) => ({ ...one, phase })));
  const platform = new Platform();
  const played = await playCity({
    platform,
    framework: base,
    players: cases.map(({ citizen }, index) => ({ id: FIRST_ID + index, ...citizen })),
    own: "RegisterCommand('anuncio', function(_, args) print('ran') end)",
    cfg: ['anuncio', 'nada'].map((name) => `add_ace resource.vitrine command.${name} allow`),
  });
  if (here)
    for (const [index, { citizen }] of cases.entries())
      if (!citizen?.banned) connect(played.city.server, FIRST_ID + index, 'loaded');
  played.run(5000);
  const before = cases.map(({ goods }, index) => goods(rowsOf(played.city, base, FIRST_ID + index)));
  const told = new Map<string, { result: Result; rows: number; live: number | undefined }>();
  const handle = platform.handle.bind(platform);
  platform.handle = (path, method, body, headers) => {
    const { results = [] } = JSON.parse(body) as { results?: Result[] };
    for (const result of results) {
      const index = Number(result.id.slice(1));
      const one = cases[index];
      // Rows as they are when the report leaves the city.
      const rows = one?.goods(rowsOf(played.city, base, FIRST_ID + index)) ?? 0;
      told.set(result.id, { result, rows, live: here ? one?.live?.(played, FIRST_ID + index) : undefined });
    }
    return handle(path, method, body, headers);
  };
  // What was deferred is offered again twice, with the same id, as Vitrine does.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const open = cases.flatMap(({ action, args, phase }, index): Command[] => {
      const last = told.get(`c${index}`)?.result;
      if (last && last.status !== 'deferred') return [];
      return [{ id: `c${index}`, attempt, action, args, phase, player: playerOf(base, FIRST_ID + index) }];
    });
    platform.due = open;
    for (let turn = 0; turn < 120 && platform.due.length > 0; turn += 1) played.run(1000);
    expect(platform.due).toEqual([]);
  }
  for (const [index, { action, what, sold, phase }] of cases.entries()) {
    const { result, rows, live } = told.get(`c${index}`) ?? {};
    const name = `${base}, ${here ? 'here' : 'away'}, ${action}, ${what}, ${phase}: ${result?.code}`;
    const change = (rows ?? 0) - (before[index] ?? 0);
    if (result?.status === 'succeeded') expect(change, name).toBe(sold);
    else {
      expect(change, name).toBe(0);
      expect(
        (hasBans(base, action) ? undefined : ['unsupported_action']) ??
          REASONS[what] ??
          (action === 'add_item' ? ['player_offline'] : []),
        name,
      ).toContain(result?.code);
      if (live !== undefined) expect(live, name).toBe(before[index]);
    }
    const row = `${action} | ${what}`;
    const cells = seen.get(row) ?? new Map<string, string>();
    seen.set(row, cells);
    const column = `${base} ${here ? 'here' : 'away'}`;
    // All phases have the same outcome, so a cell of the table has one code.
    expect(cells.get(column) ?? result?.code, name).toBe(result?.code);
    cells.set(column, result?.code ?? 'none');
  }
  expect(played.ownLines()).toHaveLength(PHASES.length);
  expect(played.city.scriptErrors).toEqual([]);
}

describe.each(BASES)('%s', (base) => {
  it.each([true, false])('gives everything exactly once, or says why not (here: %s)', async (here) => {
    await playAll(base, here);
  });
});

const page = fileURLToPath(new URL('../../../docs/outcomes.md', import.meta.url));
const HEAD = `# What becomes of each delivery

Made by \`game/fivem/test/outcomes.test.ts\`: every action on every base of the test city, for a player who is in the city
("here") and one who is away. Each cell was seen as confirmation, as expiration and as refund, and each was offered three
times. A success was in the city's own row when it was reported, exactly once; any other outcome had changed nothing.
A command has no row: "executed" is all that can be known. vRP 1 and vRPex have no list of vehicles, and Creative v3 and v4
have none of groups: there any name is taken as it was sold. On Qbox and QBCore a
group is a job or a gang with its grade; on ESX it is the user group, which may be any text, or a job; on ox_core a group with its
grade. ESX has no list of vehicles and keeps no bans; its own inventory has no weapons.

`;
const RCON = `## A Minecraft server over RCON

Tried by \`server/src/features/city/rcon/rcon.test.ts\`. Only commands go out, for players who are there or away, and nobody tells what
a command did. What is left in the queue while there is no connection is not in the table.

| the server | outcome | the game ran it |
|---|---|---|
${Object.values(rconOutcomes)
  .map(({ does, outcome, ran }) => `| ${does} | ${outcome} | ${ran === 1 ? 'once' : 'never'} |`)
  .join('\n')}
| has an action that is no command, or one that waits for its player | unsupported_action | never |
`;

it('is what the documents say', async () => {
  // A run of single tests sees a part of the table.
  if (seen.size === 0 || [...seen.values()].some((cells) => cells.size < columns.length)) return;
  const tables = BASES.map((base) => {
    const rows = [...seen].map(
      ([row, cells]) => `| ${row} | ${cells.get(`${base} here`)} | ${cells.get(`${base} away`)} |`,
    );
    return `## ${base}\n\n| action | case | here | away |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  await expect(`${HEAD}${[...tables, RCON].join('\n')}`).toMatchFileSnapshot(page);
});
