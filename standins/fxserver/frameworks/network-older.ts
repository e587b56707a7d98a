import type { Base } from './base.ts';
import { INT, ITEMS, luaList, plateOf, TEXT, VEHICLES } from './catalog.ts';
import { GROUPS, hierarchy } from './network-newer.ts';

/** Creative Network of 2023: columns in lower case, permissions written at once, bans in their own table. */
export const networkOlder: Base = {
  lua: ['network-bag', 'network-older'],
  manifest: "viniciux 'yes'",
  settings: hierarchy,
  extras: ['bank'],
  config: {
    'config/Item.lua': luaList('local List', ITEMS, (n) => `["Index"] = "${n}", ["Name"] = "${n}"`),
    'config/Vehicle.lua': luaList('local List', VEHICLES, (n) => `["Name"] = "${n}", ["Weight"] = 50`),
  },
  schema: `
CREATE TABLE accounts (id INTEGER PRIMARY KEY, license ${TEXT} UNIQUE, discord ${TEXT} NOT NULL DEFAULT '0', whitelist TINYINT(1) NOT NULL DEFAULT 1, chars INT NOT NULL DEFAULT 1, ${INT('gems')}, premium INT NOT NULL DEFAULT 0, rolepass INT NOT NULL DEFAULT 0);
CREATE TABLE characters (id INTEGER PRIMARY KEY, license ${TEXT}, phone ${TEXT}, name ${TEXT}, name2 ${TEXT}, ${INT('bank')}, fines INT NOT NULL DEFAULT 0, deleted INT NOT NULL DEFAULT 0);
CREATE TABLE playerdata (Passport INT, dkey ${TEXT}, dvalue TEXT, PRIMARY KEY (Passport, dkey));
CREATE TABLE entitydata (dkey ${TEXT} PRIMARY KEY, dvalue TEXT);
CREATE TABLE banneds (id INTEGER PRIMARY KEY, license ${TEXT}, time INT);
CREATE TABLE vehicles (id INTEGER PRIMARY KEY, Passport INT NOT NULL, vehicle ${TEXT} NOT NULL, plate ${TEXT}, ${INT('tax')}, rental INT NOT NULL DEFAULT 0, arrest INT NOT NULL DEFAULT 0, engine INT DEFAULT 1000, body INT DEFAULT 1000, health INT DEFAULT 1000, fuel INT DEFAULT 100, nitro INT DEFAULT 0, work ${TEXT} NOT NULL DEFAULT 'false', doors TEXT NOT NULL, windows TEXT NOT NULL, tyres TEXT NOT NULL);
`,
  seed(db, c, now) {
    const [first = '', last = ''] = c.name.split(' ');
    db.query('INSERT INTO accounts(id, license, discord) VALUES(?, ?, ?)', [
      c.id,
      c.license,
      c.discord === '' ? '0' : c.discord,
    ]);
    if (c.banned)
      db.query('INSERT INTO banneds(license, time) VALUES(?, ?)', [c.license, Math.floor(now / 1000) + 864_000]);
    db.query('INSERT INTO characters(id, license, phone, name, name2, bank, deleted) VALUES(?, ?, ?, ?, ?, ?, ?)', [
      c.id,
      c.license,
      `555-${c.id}`,
      first,
      last,
      c.bank,
      c.deleted ? 1 : 0,
    ]);
    for (const [i, model] of (c.vehicles ?? []).entries()) {
      db.query(
        "INSERT INTO vehicles(Passport, vehicle, plate, doors, windows, tyres) VALUES(?, ?, ?, '{}', '{}', '{}')",
        [c.id, model, plateOf(c.id, i)],
      );
    }
    for (const group of c.groups ?? []) {
      const key = `Permissions:${group}`;
      const row = db.rows('SELECT dvalue FROM entitydata WHERE dkey = ?', key)[0];
      const members = { ...JSON.parse(String(row?.dvalue ?? '{}')), [c.id]: GROUPS[group] ?? 1 };
      db.query('REPLACE INTO entitydata VALUES(?, ?)', [key, JSON.stringify(members)]);
    }
    if (c.unfinished) return;
    const inventory = Object.fromEntries(
      Object.entries(c.items ?? {}).map(([item, amount], i) => [String(i + 1), { item, amount }]),
    );
    db.query('INSERT INTO playerdata VALUES(?, ?, ?)', [
      c.id,
      'Datatable',
      JSON.stringify({ inventory, weight: 30, health: 200 }),
    ]);
  },
};
