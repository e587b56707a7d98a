import type { IdentityKind } from '@vitrine/contract/identity';
import { identifierOf } from '../../../../standins/fxserver/frameworks/esx.ts';
import { stateIdOf } from '../../../../standins/fxserver/frameworks/ox-core.ts';
import { citizenIdOf } from '../../../../standins/fxserver/frameworks/qb.ts';
import type { FrameworkName } from '../../../../standins/fxserver/frameworks.ts';
import type { City } from '../../../../standins/fxserver/fxserver.ts';
import { makeCitizen } from '../../../../standins/fxserver/players.ts';
import type { Keeps, Level } from './cases.ts';

/** A base of the test city: how it keeps groups, and which two of them are sold as gold and silver. */
export interface Base {
  keeps: Keeps;
  names: Record<Level, string>;
}

const vrp: Base = { keeps: 'newest', names: { gold: 'vipgold', silver: 'vip' } };
const plain: Base = { keeps: 'each', names: { gold: 'Ouro', silver: 'Prata' } };
const levels: Base = { keeps: 'level', names: { gold: 'Premium:1', silver: 'Premium:2' } };

/** One job, and on ESX one user group: each pushes the other out. */
const jobs: Base = { keeps: 'newest', names: { gold: 'job:police:1', silver: 'job:mechanic:0' } };

export const BASES: Record<FrameworkName, Base> = {
  vrp1: vrp,
  vrpex: vrp,
  vrp2: vrp,
  creative3: plain,
  'creative4-summerz': plain,
  'creative4-bxd': plain,
  'network-older': levels,
  'network-newer': levels,
  qbox: jobs,
  qbcore: jobs,
  esx: { keeps: 'newest', names: { gold: 'ouro', silver: 'prata' } },
  'esx-ox': jobs,
  ox_core: { keeps: 'level', names: { gold: 'vip:2', silver: 'vip:1' } },
};

/** How an order names a player of a base that knows them by a text; undefined where they have a city id. */
export function textPlayer(framework: FrameworkName, player: number): { kind: IdentityKind; key: string } | undefined {
  if (framework.startsWith('esx')) {
    const value = identifierOf(player, makeCitizen({ id: player }).license);
    return { kind: 'identifier', key: `identifier:${value}` };
  }
  if (framework === 'ox_core') return { kind: 'citizen_id', key: `citizen_id:${stateIdOf(player)}` };
  if (!framework.startsWith('qb')) return undefined;
  return { kind: 'citizen_id', key: `citizen_id:${citizenIdOf(player)}` };
}

/** The groups of a player in the city's own tables: what is left after a power cut. */
export function heldGroups(city: City, framework: FrameworkName, player: number): string[] {
  const { tables } = city;
  const values = (statement: string, ...bound: (string | number)[]) =>
    tables.rows(statement, ...bound).map((row) => String(row.value));
  switch (framework) {
    case 'vrp1':
    case 'vrpex': {
      const [data] = values(
        `SELECT dvalue AS value FROM vrp_user_data WHERE user_id = ? AND dkey = 'vRP:datatable'`,
        player,
      );
      return Object.keys(JSON.parse(data ?? '{}').groups ?? {});
    }
    case 'vrp2':
      return Object.keys((city.memory('row', player) as { groups?: object } | undefined)?.groups ?? {});
    case 'creative3':
      return values('SELECT permiss AS value FROM vrp_permissions WHERE user_id = ?', player);
    case 'creative4-summerz':
    case 'creative4-bxd': {
      const table = framework === 'creative4-bxd' ? 'bxd_playerdata' : 'summerz_playerdata';
      const [data] = values(`SELECT dvalue AS value FROM ${table} WHERE user_id = ? AND dkey = 'Datatable'`, player);
      return Object.keys(JSON.parse(data ?? '{}').permission ?? {});
    }
    case 'network-older':
    case 'network-newer': {
      const [name, list] = framework === 'network-older' ? ['dkey', 'dvalue'] : ['Name', 'Information'];
      const [members] = values(`SELECT ${list} AS value FROM entitydata WHERE ${name} = 'Permissions:Premium'`);
      const level = JSON.parse(members ?? '{}')[player];
      return level === undefined ? [] : [`Premium:${level}`];
    }
    case 'qbox':
    case 'qbcore': {
      const [job] = values('SELECT job AS value FROM players WHERE citizenid = ?', citizenIdOf(player));
      const { name, grade } = JSON.parse(job ?? '{}');
      return [`job:${name}:${grade.level}`];
    }
    case 'ox_core':
      return tables
        .rows('SELECT name, grade FROM character_groups WHERE charId = ?', player)
        .map(({ name, grade }) => `${name}:${grade}`);
    case 'esx':
    case 'esx-ox': {
      const [row] = tables.rows(
        'SELECT job, job_grade, `group` AS own FROM users WHERE identifier = ?',
        identifierOf(player, makeCitizen({ id: player }).license),
      );
      return [String(row?.own), `job:${row?.job}:${row?.job_grade}`];
    }
  }
}
