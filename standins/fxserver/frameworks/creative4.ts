import { type Base, insert, slots } from './base.ts';
import { ITEMS, itemTable, listFile, plainVehicle, plateOf, VEHICLES, v4Item } from './catalog.ts';

/** infectro/CreativeV4 9bf02b9: cfx/bxd.sql, lib/itemlist.lua, lib/vehicles.lua. */
const base = (prefix: string): Base => ({
  lua: ['creative4'],
  manifest: "description 'Creative v4'",
  settings: `Prefix = '${prefix}'\n${itemTable}`,
  extras: [],
  config: {
    'lib/itemlist.lua': listFile(
      'local itemlist =',
      ITEMS.map(({ name }) => name),
      v4Item,
      65_604,
    ),
    'lib/vehicles.lua': listFile('local vehglobal =', VEHICLES, plainVehicle, 44_856),
  },
  schema: `
CREATE TABLE ${prefix}accounts (whitelist TINYINT(1) NOT NULL DEFAULT 0, chars INT(1) NOT NULL DEFAULT 1, gems INT(11) NOT NULL DEFAULT 0, premium INT(11) NOT NULL DEFAULT 0, predays INT(11) NOT NULL DEFAULT 0, priority INT(3) NOT NULL DEFAULT 0, login VARCHAR(25) NOT NULL DEFAULT '00/00/0000', discord VARCHAR(50) NOT NULL DEFAULT '0', steam VARCHAR(50) NOT NULL DEFAULT '0', PRIMARY KEY (steam), KEY steam (steam));
CREATE TABLE ${prefix}characters (id INT(11) NOT NULL AUTO_INCREMENT, steam VARCHAR(100) DEFAULT NULL, phone VARCHAR(20) DEFAULT NULL, serial VARCHAR(6) DEFAULT NULL, name VARCHAR(50) DEFAULT 'Individuo', name2 VARCHAR(50) DEFAULT 'Indigente', bank INT(11) NOT NULL DEFAULT 1500, fines INT(11) NOT NULL DEFAULT 0, garage INT(3) NOT NULL DEFAULT 1, homes INT(3) NOT NULL DEFAULT 1, prison INT(11) NOT NULL DEFAULT 0, port INT(1) NOT NULL DEFAULT 0, penal INT(1) NOT NULL DEFAULT 0, deleted INT(11) NOT NULL DEFAULT 0, PRIMARY KEY (id), KEY id (id));
CREATE TABLE ${prefix}playerdata (user_id INT(11) NOT NULL, dkey VARCHAR(100) NOT NULL, dvalue TEXT DEFAULT NULL, PRIMARY KEY (user_id, dkey), KEY user_id (user_id), KEY dkey (dkey));
CREATE TABLE ${prefix}entitydata (dkey VARCHAR(100) NOT NULL, dvalue TEXT DEFAULT NULL, PRIMARY KEY (dkey), KEY dkey (dkey));
CREATE TABLE ${prefix}banneds (id INT(11) NOT NULL AUTO_INCREMENT, steam VARCHAR(100) NOT NULL, time TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, days INT(3) NOT NULL DEFAULT 0, PRIMARY KEY (id), KEY id (id));
CREATE TABLE ${prefix}vehicles (user_id INT(11) NOT NULL, vehicle VARCHAR(100) NOT NULL, tax INT(20) NOT NULL DEFAULT 0, plate VARCHAR(20) DEFAULT NULL, hardness INT(1) NOT NULL DEFAULT 0, rental INT(11) NOT NULL DEFAULT 0, rendays INT(11) NOT NULL DEFAULT 0, arrest INT(11) NOT NULL DEFAULT 0, time INT(11) NOT NULL DEFAULT 0, engine INT(11) NOT NULL DEFAULT 1000, body INT(11) NOT NULL DEFAULT 1000, fuel INT(11) NOT NULL DEFAULT 100, work VARCHAR(10) NOT NULL DEFAULT 'false', doors VARCHAR(254) NOT NULL, windows VARCHAR(254) NOT NULL, tyres VARCHAR(254) NOT NULL, brakes VARCHAR(254) NOT NULL, PRIMARY KEY (user_id, vehicle), KEY user_id (user_id), KEY vehicle (vehicle));
`,
  seed(db, c) {
    const [name = '', name2 = ''] = c.name.split(' ');
    insert(db, `${prefix}accounts`, { steam: c.steam, whitelist: true, discord: c.discord === '' ? '0' : c.discord });
    insert(db, `${prefix}characters`, {
      id: c.id,
      steam: c.steam,
      phone: `555-${c.id}`,
      serial: `S${c.id}`,
      name,
      name2,
      bank: c.bank,
      deleted: c.deleted ? 1 : 0,
    });
    if (c.banned) insert(db, `${prefix}banneds`, { steam: c.steam, days: 30 });
    for (const [i, vehicle] of (c.vehicles ?? []).entries()) {
      insert(db, `${prefix}vehicles`, {
        user_id: c.id,
        vehicle,
        plate: plateOf(c.id, i),
        doors: '{}',
        windows: '{}',
        tyres: '{}',
        brakes: '{}',
      });
    }
    if (c.unfinished) return;
    const permission = Object.fromEntries((c.groups ?? []).map((g) => [g, true]));
    const dvalue = JSON.stringify({ permission, inventory: slots(c.items), backpack: 10 });
    insert(db, `${prefix}playerdata`, { user_id: c.id, dkey: 'Datatable', dvalue });
  },
});

/** Creative v4 with its usual prefix, and with a fork's. */
export const summerz: Base = base('summerz_');
export const bxd: Base = base('bxd_');
