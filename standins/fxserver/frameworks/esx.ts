import type { CityDatabase } from '../database.ts';
import type { Citizen } from '../players.ts';
import { insert, type Resources } from './base.ts';
import { ITEMS, plateOf } from './catalog.ts';
import { JOBS, oxItems } from './qb.ts';

/** The character of a citizen: a person has up to nine for one account. */
export const identifierOf = (id: number, license: string): string => `char${(id % 9) + 1}:${license}`;

/** The hash of a model, as games count it. */
export function joaat(name: string): number {
  let hash = 0;
  for (const byte of Buffer.from(name.toLowerCase())) {
    hash = (hash + byte) >>> 0;
    hash = (hash + (hash << 10)) >>> 0;
    hash = (hash ^ (hash >>> 6)) >>> 0;
  }
  hash = (hash + (hash << 3)) >>> 0;
  hash = (hash ^ (hash >>> 11)) >>> 0;
  return ((hash + (hash << 15)) >>> 0) | 0;
}

const luaItems = `Items = {\n${ITEMS.map(({ name, label, weight }) => `  ['${name}'] = { label = '${label}', weight = ${weight} },`).join('\n')}\n}\n`;

// es_extended.sql with the columns of esx_identity.sql; owned_vehicles of legacy.sql, whose keys stand at its end.
const schema = (id: string): string => `
CREATE TABLE users (identifier VARCHAR(60) NOT NULL, ${id}ssn VARCHAR(11) NOT NULL, accounts LONGTEXT NULL DEFAULT NULL, \`group\` VARCHAR(50) NULL DEFAULT 'user', inventory LONGTEXT NULL DEFAULT NULL, job VARCHAR(20) NULL DEFAULT 'unemployed', job_grade INT NULL DEFAULT 0, loadout LONGTEXT NULL DEFAULT NULL, metadata LONGTEXT NULL DEFAULT NULL, position LONGTEXT NULL DEFAULT NULL, firstname VARCHAR(16) NULL DEFAULT NULL, lastname VARCHAR(16) NULL DEFAULT NULL, PRIMARY KEY (identifier), UNIQUE KEY unique_ssn (ssn));
CREATE TABLE items (name VARCHAR(50) NOT NULL, label VARCHAR(50) NOT NULL, weight INT NOT NULL DEFAULT 1, rare TINYINT NOT NULL DEFAULT 0, can_remove TINYINT NOT NULL DEFAULT 1, PRIMARY KEY (name));
CREATE TABLE job_grades (id INT NOT NULL AUTO_INCREMENT, job_name VARCHAR(50) DEFAULT NULL, grade INT NOT NULL, name VARCHAR(50) NOT NULL, label VARCHAR(50) NOT NULL, salary INT NOT NULL, skin_male LONGTEXT NOT NULL, skin_female LONGTEXT NOT NULL, PRIMARY KEY (id));
CREATE TABLE jobs (name VARCHAR(50) NOT NULL, label VARCHAR(50) DEFAULT NULL, PRIMARY KEY (name));
CREATE TABLE owned_vehicles (owner VARCHAR(60) DEFAULT NULL, plate VARCHAR(12) NOT NULL, vehicle LONGTEXT DEFAULT NULL, type VARCHAR(20) NOT NULL DEFAULT 'car', job VARCHAR(20) DEFAULT NULL, stored TINYINT(4) NOT NULL DEFAULT 0, parking VARCHAR(60) DEFAULT NULL, pound VARCHAR(60) DEFAULT NULL, PRIMARY KEY (plate));
`;

const ssnOf = (id: number): string => {
  const digits = String(100_000_000 + id);
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
};

function seed(db: CityDatabase, c: Citizen, ox: boolean, withId: boolean): void {
  if (db.rows("SELECT name FROM jobs WHERE name = 'unemployed'").length === 0) {
    for (const [name, { label, grades }] of Object.entries(JOBS)) {
      insert(db, 'jobs', { name, label });
      for (const [grade, title] of grades.entries())
        insert(db, 'job_grades', {
          job_name: name,
          grade,
          name: title,
          label: title,
          salary: 50,
          skin_male: '{}',
          skin_female: '{}',
        });
    }
    for (const { name, label, weight } of ITEMS) insert(db, 'items', { name, label, weight: Math.ceil(weight) });
  }
  if (c.deleted) return;
  const [firstname = '', lastname = ''] = c.name.split(' ');
  const groups = c.groups ?? [];
  const [, job = 'unemployed', grade = '0'] =
    /^job:(\w+):(\d)$/.exec(groups.find((one) => one.startsWith('job:')) ?? '') ?? [];
  const identifier = identifierOf(c.id, c.license);
  const bag = Object.entries(c.items ?? {});
  insert(db, 'users', {
    identifier,
    ...(withId && { id: c.id }),
    ssn: ssnOf(c.id),
    accounts: JSON.stringify({ bank: c.bank, money: c.wallet, black_money: 0 }),
    group: groups.find((one) => !one.startsWith('job:')) ?? 'user',
    inventory: ox
      ? JSON.stringify(bag.map(([name, count], i) => ({ name, count, slot: i + 1 })))
      : JSON.stringify(Object.fromEntries(bag)),
    job,
    job_grade: Number(grade),
    firstname,
    lastname,
  });
  for (const [i, model] of (c.vehicles ?? []).entries()) {
    const plate = plateOf(c.id, i);
    insert(db, 'owned_vehicles', {
      owner: identifier,
      plate,
      vehicle: JSON.stringify({ model: joaat(model), plate }),
      stored: 1,
    });
  }
}

/** ESX Legacy: esx-framework/esx_core c026092, with its own inventory or overextended/ox_inventory 83029c6. */
const base = (ox: boolean, withId: boolean): Resources => ({
  resources: [
    {
      name: 'es_extended',
      manifest: "version '1.13.5'",
      settings: `${luaItems}CustomInventory = ${ox ? "'ox'" : 'false'}\n`,
      lua: ['es_extended'],
    },
    ...(ox
      ? [
          {
            name: 'ox_inventory',
            manifest: "version '2.47.0'",
            settings: `${oxItems}Framework = 'esx'\n`,
            lua: ['ox_inventory'],
          },
        ]
      : []),
  ],
  schema: schema(withId ? 'id INT(11) NOT NULL, ' : ''),
  seed: (db, c) => seed(db, c, ox, withId),
});

/** With its own inventory, and the `users.id` that `legacy.sql` adds. */
export const esx: Resources = base(false, true);
/** With ox_inventory, and the tables of `es_extended.sql` alone. */
export const esxOx: Resources = base(true, false);
