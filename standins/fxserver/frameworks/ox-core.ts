import type { CityDatabase } from '../database.ts';
import type { Citizen } from '../players.ts';
import { insert, type Resources } from './base.ts';
import { plateOf, VEHICLES } from './catalog.ts';
import { bagOf, JOBS, oxItems } from './qb.ts';

/** The state id of a citizen of the test city: two letters and four digits, as the base makes them. */
export const stateIdOf = (id: number): string => `VT${String(id).padStart(4, '0')}`;

/** Groups with their type and the labels of their grades, which count from 1. A character has one group of each type. */
const GROUPS: Record<string, { label: string; type: string | null; grades: string[] }> = {
  police: { label: 'Polícia', type: 'job', grades: JOBS.police?.grades ?? [] },
  mechanic: { label: 'Mecânica', type: 'job', grades: JOBS.mechanic?.grades ?? [] },
  ballas: { label: 'Ballas', type: 'gang', grades: ['Novato', 'Chefe'] },
  vip: { label: 'VIP', type: null, grades: ['Prata', 'Ouro'] },
};

const vehicleData = `Vehicles = {\n${VEHICLES.map(
  (model) =>
    `  ['${model}'] = { name = '${model}', make = 'Marca', class = 7, type = 'automobile', category = 'land', price = 1000, doors = 2, seats = 2 },`,
).join('\n')}\n}\n`;

/** The account behind a person: one account may have several characters. */
function userOf(db: CityDatabase, c: Citizen): number {
  const license2 = c.license.split('').reverse().join('');
  const [known] = db.rows('SELECT userId FROM users WHERE license2 = ?', license2);
  if (known) return Number(known.userId);
  insert(db, 'users', {
    userId: c.id,
    username: c.name,
    license2,
    discord: c.discord === '' ? null : c.discord,
  });
  insert(db, 'user_tokens', { userId: c.id, token: `2:${c.license}` });
  return c.id;
}

function seed(db: CityDatabase, c: Citizen): void {
  if (db.rows("SELECT name FROM ox_groups WHERE name = 'police'").length === 0) {
    for (const [name, { label, type, grades }] of Object.entries(GROUPS)) {
      insert(db, 'ox_groups', { name, label, type });
      for (const [at, title] of grades.entries())
        insert(db, 'ox_group_grades', { group: name, grade: at + 1, label: title });
    }
  }
  const userId = userOf(db, c);
  const [firstName = '', lastName = ''] = c.name.split(' ');
  insert(db, 'characters', {
    charId: c.id,
    userId,
    stateId: stateIdOf(c.id),
    firstName,
    lastName,
    gender: 'female',
    dateOfBirth: '1990-01-01',
    deleted: c.deleted ? '2026-01-01' : null,
  });
  const cash = { name: 'money', count: c.wallet, slot: Object.keys(c.items ?? {}).length + 1 };
  insert(db, 'character_inventory', { charId: c.id, inventory: JSON.stringify([...bagOf(c, 'count'), cash]) });
  insert(db, 'accounts', { id: 102_609_000 + c.id, label: 'Personal', owner: c.id, balance: c.bank, isDefault: 1 });
  if (c.banned) insert(db, 'banned_users', { userId, reason: 'teste' });
  for (const text of c.groups ?? []) {
    const [, name = '', grade = '1'] = /^(\w+)(?::(\d))?$/.exec(text) ?? [];
    if (GROUPS[name]) insert(db, 'character_groups', { charId: c.id, name, grade: Number(grade) });
  }
  for (const [i, model] of (c.vehicles ?? []).entries()) {
    insert(db, 'vehicles', {
      plate: plateOf(c.id, i),
      vin: `1MA${String(c.id).padStart(7, '0')}${String(i).padStart(7, '0')}`,
      owner: c.id,
      model,
      class: 7,
      data: '{"properties":{}}',
      stored: 'centro',
    });
  }
}

/** ox_core: overextended/ox_core b45605e (sql/install.sql, server/db/schema.ts), overextended/ox_inventory 83029c6. */
export const oxCore: Resources = {
  resources: [
    { name: 'ox_core', manifest: "version '1.5.14'", settings: vehicleData, lua: ['ox_core'] },
    {
      name: 'ox_inventory',
      manifest: "version '2.47.0'",
      settings: `${oxItems}Framework = 'ox'\n`,
      lua: ['ox_inventory'],
    },
  ],
  schema: `
CREATE TABLE users (userId INT UNSIGNED NOT NULL AUTO_INCREMENT, username VARCHAR(50) DEFAULT NULL, license2 VARCHAR(50) DEFAULT NULL, steam VARCHAR(20) DEFAULT NULL, fivem VARCHAR(10) DEFAULT NULL, discord VARCHAR(20) DEFAULT NULL, PRIMARY KEY (userId));
CREATE TABLE characters (charId INT UNSIGNED NOT NULL AUTO_INCREMENT, userId INT UNSIGNED NOT NULL, stateId VARCHAR(7) NOT NULL, firstName VARCHAR(50) NOT NULL, lastName VARCHAR(50) NOT NULL, gender VARCHAR(10) NOT NULL, dateOfBirth DATE NOT NULL, phoneNumber VARCHAR(20) NULL, lastPlayed DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP(), isDead TINYINT(1) NOT NULL DEFAULT 0, statuses LONGTEXT NOT NULL DEFAULT '{}', deleted DATE NULL, PRIMARY KEY (charId), UNIQUE KEY characters_stateId_unique (stateId), FOREIGN KEY (userId) REFERENCES users (userId) ON UPDATE CASCADE ON DELETE CASCADE);
CREATE TABLE character_inventory (charId INT UNSIGNED NOT NULL, inventory LONGTEXT NULL DEFAULT NULL, PRIMARY KEY (charId), FOREIGN KEY (charId) REFERENCES characters (charId) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE ox_groups (name VARCHAR(20) NOT NULL, label VARCHAR(50) NOT NULL, type VARCHAR(50) NULL, colour TINYINT UNSIGNED DEFAULT NULL, hasAccount TINYINT(1) NOT NULL DEFAULT 0, PRIMARY KEY (name));
CREATE TABLE ox_group_grades (\`group\` VARCHAR(20) NOT NULL, grade TINYINT UNSIGNED NOT NULL DEFAULT 1, label VARCHAR(50) NOT NULL, accountRole VARCHAR(50) NULL DEFAULT NULL, PRIMARY KEY (\`group\`, grade), FOREIGN KEY (\`group\`) REFERENCES ox_groups (name) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE character_groups (charId INT UNSIGNED NOT NULL, name VARCHAR(20) NOT NULL, grade TINYINT UNSIGNED NOT NULL DEFAULT 1, isActive TINYINT(1) NOT NULL DEFAULT 0, UNIQUE KEY name (name, charId), FOREIGN KEY (charId) REFERENCES characters (charId) ON DELETE CASCADE ON UPDATE CASCADE, FOREIGN KEY (name) REFERENCES ox_groups (name) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE vehicles (id INT UNSIGNED NOT NULL AUTO_INCREMENT, plate CHAR(8) NOT NULL DEFAULT '', vin CHAR(17) NOT NULL, owner INT UNSIGNED NULL DEFAULT NULL, \`group\` VARCHAR(20) NULL DEFAULT NULL, model VARCHAR(20) NOT NULL, class TINYINT UNSIGNED NULL DEFAULT NULL, data LONGTEXT NOT NULL, trunk LONGTEXT NULL DEFAULT NULL, glovebox LONGTEXT NULL DEFAULT NULL, \`stored\` VARCHAR(50) NULL DEFAULT NULL, PRIMARY KEY (id), UNIQUE KEY plate (plate), UNIQUE KEY vin (vin), FOREIGN KEY (owner) REFERENCES characters (charId) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE accounts (id INT UNSIGNED NOT NULL, label VARCHAR(50) NOT NULL, owner INT UNSIGNED NULL, \`group\` VARCHAR(20) NULL, balance INT DEFAULT 0 NOT NULL, isDefault TINYINT(1) DEFAULT 0 NOT NULL, type VARCHAR(8) DEFAULT 'personal' NOT NULL, PRIMARY KEY (id), FOREIGN KEY (owner) REFERENCES characters (charId) ON UPDATE SET NULL ON DELETE SET NULL);
CREATE TABLE accounts_transactions (id INT UNSIGNED NOT NULL AUTO_INCREMENT, actorId INT UNSIGNED DEFAULT NULL, fromId INT UNSIGNED DEFAULT NULL, toId INT UNSIGNED DEFAULT NULL, amount INT NOT NULL, message VARCHAR(255) NOT NULL, note VARCHAR(255) DEFAULT NULL, fromBalance INT DEFAULT NULL, toBalance INT DEFAULT NULL, date TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (id), FOREIGN KEY (fromId) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE, FOREIGN KEY (toId) REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE user_tokens (userId INT UNSIGNED NOT NULL, token VARCHAR(50) NOT NULL, PRIMARY KEY (userId, token), FOREIGN KEY (userId) REFERENCES users (userId) ON UPDATE CASCADE ON DELETE CASCADE);
CREATE TABLE banned_users (userId INT UNSIGNED NOT NULL, banned_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, unban_at TIMESTAMP NULL DEFAULT NULL, reason VARCHAR(255), PRIMARY KEY (userId), FOREIGN KEY (userId) REFERENCES users (userId) ON UPDATE CASCADE ON DELETE CASCADE);
`,
  seed,
};
