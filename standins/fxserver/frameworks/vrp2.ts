import type { Citizen } from '../players.ts';
import { type Base, insert } from './base.ts';
import { ITEMS, itemTable, VEHICLES } from './catalog.ts';

/** Groups of one gtype push each other out. */
const GROUPS: Record<string, string | undefined> = {
  vip: 'vip',
  vipgold: 'vip',
  policia: 'job',
  mecanico: 'job',
  admin: undefined,
  user: undefined,
};

const labelTable = `Labels = {\n${ITEMS.map(({ name, label }) => `  ["${name}"] = "${label}",`).join('\n')}\n}\n`;

// vrp/cfg/groups.lua and vrp/cfg/garages.lua
const groupTable = `Groups = {\n${Object.entries(GROUPS)
  .map(
    ([name, gtype]) =>
      `  ["${name}"] = { ${gtype === undefined ? '' : `_config = { title = "${name}", gtype = "${gtype}" }, `}"${name}.permissao" },`,
  )
  .join('\n')}\n}\n`;
const garageTable = `Garages = { ["carros"] = { _config = {},\n${VEHICLES.map((model) => `  ["${model}"] = { "${model}", 1000, "" },`).join('\n')}\n} }\n`;

type Packable = string | number | boolean | { [key: string]: Packable };

/** A saved table as hex digits of msgpack. */
function hexOf(value: Packable): string {
  const bytes = (...parts: number[]) => Buffer.from(parts).toString('hex');
  if (typeof value === 'boolean') return value ? 'c3' : 'c2';
  if (typeof value === 'number') {
    const number = Buffer.alloc(5, 0xd2);
    number.writeInt32BE(value, 1);
    return number.toString('hex');
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return bytes(0xda, text.length >> 8, text.length & 255) + text.toString('hex');
  }
  const entries = Object.entries(value);
  return (
    bytes(0xde, entries.length >> 8, entries.length & 255) +
    entries.map(([key, one]) => hexOf(key) + hexOf(one)).join('')
  );
}

const flags = (names: string[] | undefined, flag: Packable): Packable =>
  Object.fromEntries((names ?? []).map((name) => [name, flag]));

const savedOf = (c: Citizen): Packable => ({
  wallet: c.wallet,
  bank: c.bank,
  groups: flags(c.groups, true),
  inventory: { ...c.items },
  vehicles: flags(c.vehicles, 1),
  rent_vehicles: {},
});

/** vRP 2: vRP-framework/vRP 8d35fdf (vrp/base.lua, vrp/modules/identity.lua, vrp/modules/login.lua). */
export const vrp2: Base = {
  lua: ['msgpack', 'vrp2'],
  manifest: "description 'RP module/framework'",
  settings: itemTable + labelTable + groupTable + garageTable,
  schema: `
CREATE TABLE vrp_users (id INTEGER AUTO_INCREMENT, PRIMARY KEY (id));
CREATE TABLE vrp_user_ids (identifier VARCHAR(100), user_id INTEGER, PRIMARY KEY (identifier), FOREIGN KEY (user_id) REFERENCES vrp_users (id) ON DELETE CASCADE);
CREATE TABLE vrp_characters (id INTEGER AUTO_INCREMENT, user_id INTEGER, PRIMARY KEY (id), FOREIGN KEY (user_id) REFERENCES vrp_users (id) ON DELETE CASCADE);
CREATE TABLE vrp_user_data (user_id INTEGER, dkey VARCHAR(100), dvalue BLOB, PRIMARY KEY (user_id, dkey), FOREIGN KEY (user_id) REFERENCES vrp_users (id) ON DELETE CASCADE);
CREATE TABLE vrp_character_data (character_id INTEGER, dkey VARCHAR(100), dvalue BLOB, PRIMARY KEY (character_id, dkey), FOREIGN KEY (character_id) REFERENCES vrp_characters (id) ON DELETE CASCADE);
CREATE TABLE vrp_character_identities (character_id INTEGER, registration VARCHAR(20), phone VARCHAR(20), firstname VARCHAR(50), name VARCHAR(50), age INTEGER, PRIMARY KEY (character_id), FOREIGN KEY (character_id) REFERENCES vrp_characters (id) ON DELETE CASCADE);
CREATE TABLE vrp_login_users (user_id INTEGER, whitelisted BOOLEAN, ban_end INTEGER, ban_reason TEXT, PRIMARY KEY (user_id), FOREIGN KEY (user_id) REFERENCES vrp_users (id) ON DELETE CASCADE);
`,
  extras: [],
  config: {},
  seed(db, c) {
    // vRP 2 removes a deleted character.
    if (c.deleted) return;
    const license = `license:${c.license}`;
    const [known] = db.rows('SELECT user_id FROM vrp_user_ids WHERE identifier = ?', license);
    const user = known ? Number(known.user_id) : c.id;
    if (!known) {
      insert(db, 'vrp_users', { id: user });
      for (const identifier of [license, ...(c.discord ? [`discord:${c.discord}`] : [])])
        insert(db, 'vrp_user_ids', { identifier, user_id: user });
      insert(db, 'vrp_login_users', {
        user_id: user,
        whitelisted: false,
        ban_end: c.banned ? 2_147_483_647 : 0,
        ban_reason: '',
      });
    }
    insert(db, 'vrp_characters', { id: c.id, user_id: user });
    if (c.unfinished) return;
    const [firstname = '', name = ''] = c.name.split(' ');
    insert(db, 'vrp_character_identities', {
      character_id: c.id,
      registration: `P${c.id}`,
      phone: `9${c.id}`,
      firstname,
      name,
      age: 30,
    });
    db.query('INSERT INTO vrp_character_data (character_id, dkey, dvalue) VALUES (?, ?, UNHEX(?))', [
      c.id,
      'vRP:datatable',
      hexOf(savedOf(c)),
    ]);
  },
};
