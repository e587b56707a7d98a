import type { CityDatabase } from '../database.ts';
import type { Citizen } from '../players.ts';
import { insert } from './base.ts';
import { ITEMS, plateOf, VEHICLES } from './catalog.ts';

/** What QBCore and Qbox have in common: their tables and the first citizens. */

/** The character of a citizen of the test city. */
export const citizenIdOf = (id: number): string => `VTR${String(id).padStart(5, '0')}`;

/** Jobs and gangs with the labels of their grades. */
export const JOBS: Record<string, { label: string; grades: string[] }> = {
  unemployed: { label: 'Desempregado', grades: ['Livre'] },
  police: { label: 'Polícia', grades: ['Recruta', 'Oficial', 'Sargento'] },
  mechanic: { label: 'Mecânica', grades: ['Aprendiz', 'Chefe'] },
};
const GANGS: Record<string, { label: string; grades: string[] }> = {
  none: { label: 'Sem gangue', grades: ['Ninguém'] },
  ballas: { label: 'Ballas', grades: ['Novato', 'Chefe'] },
};

/** Lua tables of the groups. QBCore knows a grade by a text, Qbox by a number. */
export const groupTables = (key: (level: number) => string): string =>
  Object.entries({ Jobs: JOBS, Gangs: GANGS })
    .map(
      ([table, groups]) =>
        `${table} = {\n${Object.entries(groups)
          .map(
            ([name, { label, grades }]) =>
              `  ${name} = { label = '${label}', defaultDuty = true, grades = { ${grades.map((grade, level) => `[${key(level)}] = { name = '${grade}', payment = ${50 + level} }`).join(', ')} } },`,
          )
          .join('\n')}\n}\n`,
    )
    .join('');

export const vehicleTable = `Vehicles = {\n${VEHICLES.map(
  (model) => `  ['${model}'] = { name = '${model}', brand = 'Marca', model = '${model}', category = 'Sedans' },`,
).join('\n')}\n}\n`;

/** Items of ox_inventory, weights in grams. An item that breaks has an end, so two that were given at different times are two stacks. */
export const oxItems = `Items = {\n${[...ITEMS, { name: 'money', label: 'Dinheiro', weight: 0 }]
  .map(
    ({ name, label, weight, durability, weapon }) =>
      `  ['${name}'] = { name = '${name}', label = '${label}', weight = ${weight * 1000}, stack = ${weapon === undefined}, weapon = ${weapon ?? 'nil'}, degrade = ${durability === undefined || weapon ? 'nil' : durability * 1440} },`,
  )
  .join('\n')}\n}\n`;

const groupRow = (groups: typeof JOBS, name: string, level: number) => ({
  name,
  label: groups[name]?.label,
  isboss: false,
  onduty: true,
  payment: 50 + level,
  grade: { name: groups[name]?.grades[level], level },
});

/** Which job and gang a citizen has: `job:police:1`. */
function groupsOf(citizen: Citizen): { job: object; gang: object; rows: Array<[string, string, number]> } {
  const rows = (citizen.groups ?? []).flatMap((text): Array<[string, string, number]> => {
    const [, kind = '', name = '', level = '0'] = /^(job|gang):(\w+)(?::(\d))?$/.exec(text) ?? [];
    return kind === '' ? [] : [[kind, name, Number(level)]];
  });
  const job = rows.find(([kind]) => kind === 'job');
  const gang = rows.find(([kind]) => kind === 'gang');
  return {
    rows,
    job: groupRow(JOBS, job?.[1] ?? 'unemployed', job?.[2] ?? 0),
    gang: groupRow(GANGS, gang?.[1] ?? 'none', gang?.[2] ?? 0),
  };
}

/** The license that the bases see: natives compare by a beginning, so `license` finds `license2`. */
export const licenseOf = ({ license }: Citizen): string => `license2:${license.split('').reverse().join('')}`;

/** A bag as its inventory writes it. */
export const bagOf = (citizen: Citizen, amount: 'count' | 'amount'): object[] =>
  Object.entries(citizen.items ?? {}).map(([name, n], i) => ({ name, [amount]: n, slot: i + 1 }));

export const PLAYERS = `
CREATE TABLE players (id INT(11) NOT NULL AUTO_INCREMENT, MORE citizenid VARCHAR(50) NOT NULL, cid INT(11) DEFAULT NULL, license VARCHAR(255) NOT NULL, name VARCHAR(255) NOT NULL, money TEXT NOT NULL, charinfo TEXT DEFAULT NULL, job TEXT NOT NULL, gang TEXT DEFAULT NULL, position TEXT NOT NULL, metadata TEXT NOT NULL, inventory LONGTEXT DEFAULT NULL, last_updated TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (citizenid), KEY id (id), KEY license (license));
CREATE TABLE bans (id INT(11) NOT NULL AUTO_INCREMENT, name VARCHAR(50) DEFAULT NULL, license VARCHAR(50) DEFAULT NULL, discord VARCHAR(50) DEFAULT NULL, ip VARCHAR(50) DEFAULT NULL, reason TEXT DEFAULT NULL, expire INT(11) DEFAULT NULL, bannedby VARCHAR(255) NOT NULL DEFAULT 'LeBanhammer', PRIMARY KEY (id), KEY license (license), KEY discord (discord), KEY ip (ip));
`;

/** A citizen's rows; `more` are columns that one base adds to the character. */
export function seedCitizen(db: CityDatabase, c: Citizen, bag: object[], more: Record<string, unknown>): void {
  if (c.deleted) return;
  const [firstname = '', lastname = ''] = c.name.split(' ');
  const citizenid = citizenIdOf(c.id);
  const { job, gang } = groupsOf(c);
  insert(db, 'players', {
    ...more,
    citizenid,
    cid: 1,
    license: licenseOf(c),
    name: c.name,
    money: JSON.stringify({ cash: c.wallet, bank: c.bank, crypto: 0 }),
    charinfo: JSON.stringify({ firstname, lastname, cid: 1, phone: `555${c.id}` }),
    job: JSON.stringify(job),
    gang: JSON.stringify(gang),
    position: '{"x":0.0,"y":0.0,"z":0.0}',
    metadata: '{"hunger":100}',
    inventory: JSON.stringify(bag),
  });
  if (c.banned) {
    insert(db, 'bans', {
      name: c.name,
      license: licenseOf(c),
      discord: `discord:${c.discord}`,
      reason: 'teste',
      expire: 2_147_483_647,
    });
  }
  for (const [i, vehicle] of (c.vehicles ?? []).entries()) {
    insert(db, 'player_vehicles', {
      license: licenseOf(c),
      citizenid,
      vehicle,
      hash: '1',
      mods: '{}',
      plate: plateOf(c.id, i),
      garage: 'centro',
      state: 1,
    });
  }
}

export const groupRowsOf = (citizen: Citizen): Array<[string, string, number]> => groupsOf(citizen).rows;
