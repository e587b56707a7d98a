import { inspectFramework } from './connections.ts';
import type { City } from './fxserver.ts';

/** A citizen on the page and in the control API, read from the base's memory and tables. */
export interface CitizenView {
  id: number;
  name: string;
  discord: string;
  online: boolean;
  stage: 'fora' | 'conectando' | 'entrando' | 'na cidade';
  bank: number | null;
  groups: string[];
  items: Array<{ item: string; amount: number }>;
  vehicles: Array<{ model: string; plate: string }>;
  banned: boolean;
}

const STAGES = { connecting: 'conectando', joined: 'entrando', loaded: 'na cidade' } as const;

function vehiclesOf(city: City, id: number): CitizenView['vehicles'] {
  const table = city.tables.tableNames().find((name) => /vehicles$/i.test(name));
  if (table === undefined) return [];
  // The name comes from the database; only the column of the owner differs between the bases.
  const owner = city.tables
    .rows('SELECT name FROM pragma_table_info(?)', table)
    .map((r) => String(r.name))
    .find((name) => name === 'user_id' || name === 'Passport');
  if (owner === undefined) return [];
  return city.tables.rows(`SELECT * FROM \`${table}\` WHERE ${owner} = ?`, id).map((row) => {
    const lower = Object.fromEntries(Object.entries(row).map(([k, v]) => [k.toLowerCase(), v]));
    return { model: String(lower.vehicle), plate: String(lower.plate ?? '') };
  });
}

function itemsOf(found: unknown): CitizenView['items'] {
  if (typeof found !== 'object' || found === null) return [];
  return Object.entries(found).flatMap(([key, entry]: [string, unknown]) => {
    if (typeof entry !== 'object' || entry === null || !('amount' in entry)) return [];
    const item = 'item' in entry ? String(entry.item) : key;
    return [{ item, amount: Number(entry.amount) }];
  });
}

/** Every citizen. In a dead server only the tables are known, because the base's memory is gone. */
export function citizenViews(city: City): CitizenView[] {
  const { server } = city;
  return [...server.world.citizens.values()].map((citizen) => {
    const connection = [...server.connections.values()].find((c) => c.citizen === citizen.id);
    const groups = inspectFramework(server, 'groups', citizen.id);
    const bank = inspectFramework(server, 'bank', citizen.id);
    return {
      id: citizen.id,
      name: citizen.name,
      discord: citizen.discord,
      online: connection?.stage === 'loaded',
      stage: connection ? STAGES[connection.stage] : 'fora',
      bank: typeof bank === 'number' ? bank : null,
      groups: typeof groups === 'object' && groups !== null ? Object.keys(groups).sort() : [],
      items: itemsOf(inspectFramework(server, 'items', citizen.id)),
      vehicles: vehiclesOf(city, citizen.id),
      banned: inspectFramework(server, 'banned', citizen.id) === true,
    };
  });
}
