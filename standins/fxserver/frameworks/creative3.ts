import type { Base } from './base.ts';
import { INT, ITEMS, luaList, plateOf, TEXT, VEHICLES } from './catalog.ts';

/** Creative v3: groups and money only in SQL; the datatable is written when the player leaves. */
export const creative3: Base = {
  lua: ['creative3'],
  manifest: "description 'Creative v3'",
  settings: '',
  extras: [],
  config: {
    'config/Item.lua': luaList('local itemlist', ITEMS, (n) => `index = "${n}"`),
    'config/Vehicle.lua': luaList('local vehicles', VEHICLES, (n) => `name = "${n}"`),
  },
  schema: `
CREATE TABLE vrp_infos (steam ${TEXT} PRIMARY KEY, whitelist TINYINT(1) DEFAULT 1, banned TINYINT(1) DEFAULT 0, ${INT('gems')}, premium INT DEFAULT 0, predays INT DEFAULT 0, priority INT DEFAULT 0, chars INT DEFAULT 1);
CREATE TABLE vrp_users (id INTEGER PRIMARY KEY, steam ${TEXT}, registration ${TEXT}, phone ${TEXT}, name ${TEXT}, name2 ${TEXT}, ${INT('bank')}, garage INT DEFAULT 3, prison INT DEFAULT 0, deleted INT DEFAULT 0);
CREATE TABLE vrp_permissions (user_id INT, permiss ${TEXT});
CREATE TABLE vrp_vehicles (user_id INT, vehicle ${TEXT}, plate ${TEXT}, phone ${TEXT}, work ${TEXT} NOT NULL DEFAULT 'false', ${INT('tax')}, arrest INT DEFAULT 0, engine INT DEFAULT 1000, body INT DEFAULT 1000, fuel INT DEFAULT 100, PRIMARY KEY (user_id, vehicle));
CREATE TABLE vrp_user_data (user_id INT, dkey ${TEXT}, dvalue TEXT, PRIMARY KEY (user_id, dkey));
CREATE TABLE vrp_srv_data (dkey ${TEXT} PRIMARY KEY, dvalue TEXT);
`,
  seed(db, c) {
    const [first = '', last = ''] = c.name.split(' ');
    db.query('INSERT INTO vrp_infos(steam, banned, gems) VALUES(?, ?, 0)', [c.steam, c.banned ?? false]);
    db.query(
      'INSERT INTO vrp_users(id, steam, registration, phone, name, name2, bank, deleted) VALUES(?, ?, ?, ?, ?, ?, ?, ?)',
      [c.id, c.steam, `P${c.id}`, `555-${c.id}`, first, last, c.bank, c.deleted ? 1 : 0],
    );
    for (const group of c.groups ?? []) db.query('INSERT INTO vrp_permissions VALUES(?, ?)', [c.id, group]);
    for (const [i, model] of (c.vehicles ?? []).entries()) {
      db.query('INSERT INTO vrp_vehicles(user_id, vehicle, plate, phone, work) VALUES(?, ?, ?, ?, ?)', [
        c.id,
        model,
        plateOf(c.id, i),
        `555-${c.id}`,
        'false',
      ]);
    }
    if (c.unfinished) return;
    const inventory = Object.fromEntries(
      Object.entries(c.items ?? {}).map(([item, amount], i) => [String(i + 1), { item, amount }]),
    );
    db.query('INSERT INTO vrp_user_data VALUES(?, ?, ?)', [
      c.id,
      'Datatable',
      JSON.stringify({ inventory, backpack: 25 }),
    ]);
  },
};
