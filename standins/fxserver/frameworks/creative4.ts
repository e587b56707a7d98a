import type { Base } from './base.ts';
import { INT, ITEMS, luaList, plateOf, TEXT, VEHICLES } from './catalog.ts';

const base = (prefix: string): Base => ({
  lua: ['creative4'],
  manifest: "description 'Creative v4'",
  settings: `Prefix = '${prefix}'\n`,
  extras: [],
  config: {
    'config/Item.lua': luaList('local itemlist', ITEMS, (n) => `index = "${n}"`),
    'config/Vehicle.lua': luaList('local vehicles', VEHICLES, (n) => `name = "${n}"`),
  },
  schema: `
CREATE TABLE ${prefix}accounts (steam ${TEXT} PRIMARY KEY, whitelist TINYINT(1) DEFAULT 1, chars INT DEFAULT 1, ${INT('gems')}, premium INT DEFAULT 0, predays INT DEFAULT 0, priority INT DEFAULT 0, login ${TEXT}, discord ${TEXT} DEFAULT '0');
CREATE TABLE ${prefix}characters (id INTEGER PRIMARY KEY, steam ${TEXT}, phone ${TEXT}, serial ${TEXT}, name ${TEXT}, name2 ${TEXT}, ${INT('bank')}, fines INT DEFAULT 0, garage INT DEFAULT 2, homes INT DEFAULT 1, prison INT DEFAULT 0, deleted INT DEFAULT 0);
CREATE TABLE ${prefix}playerdata (user_id INT, dkey ${TEXT}, dvalue TEXT, PRIMARY KEY (user_id, dkey));
CREATE TABLE ${prefix}entitydata (dkey ${TEXT} PRIMARY KEY, dvalue TEXT);
CREATE TABLE ${prefix}banneds (id INTEGER PRIMARY KEY, steam ${TEXT}, time TIMESTAMP, days INT);
CREATE TABLE ${prefix}vehicles (user_id INT, vehicle ${TEXT}, ${INT('tax')}, plate ${TEXT}, rental INT DEFAULT 0, rendays INT DEFAULT 0, arrest INT DEFAULT 0, engine INT DEFAULT 1000, body INT DEFAULT 1000, fuel INT DEFAULT 100, work ${TEXT} NOT NULL DEFAULT 'false', doors TEXT NOT NULL, windows TEXT NOT NULL, tyres TEXT NOT NULL, brakes TEXT NOT NULL, PRIMARY KEY (user_id, vehicle));
`,
  seed(db, c) {
    const [first = '', last = ''] = c.name.split(' ');
    db.query(`INSERT INTO ${prefix}accounts(steam, discord) VALUES(?, ?)`, [
      c.steam,
      c.discord === '' ? '0' : c.discord,
    ]);
    db.query(
      `INSERT INTO ${prefix}characters(id, steam, phone, serial, name, name2, bank, deleted) VALUES(?, ?, ?, ?, ?, ?, ?, ?)`,
      [c.id, c.steam, `555-${c.id}`, `S${c.id}`, first, last, c.bank, c.deleted ? 1 : 0],
    );
    if (c.banned) db.query(`INSERT INTO ${prefix}banneds(steam, time, days) VALUES(?, NOW(), 30)`, [c.steam]);
    for (const [i, model] of (c.vehicles ?? []).entries()) {
      db.query(
        `INSERT INTO ${prefix}vehicles(user_id, vehicle, plate, doors, windows, tyres, brakes) VALUES(?, ?, ?, '{}', '{}', '{}', '{}')`,
        [c.id, model, plateOf(c.id, i)],
      );
    }
    if (c.unfinished) return;
    const permission = Object.fromEntries((c.groups ?? []).map((g) => [g, true]));
    const inventory = Object.fromEntries(
      Object.entries(c.items ?? {}).map(([item, amount], i) => [String(i + 1), { item, amount }]),
    );
    db.query(`INSERT INTO ${prefix}playerdata VALUES(?, ?, ?)`, [
      c.id,
      'Datatable',
      JSON.stringify({ permission, inventory, backpack: 10 }),
    ]);
  },
});

/** Creative v4 with its usual prefix, and with a fork's. */
export const summerz: Base = base('summerz_');
export const bxd: Base = base('bxd_');
