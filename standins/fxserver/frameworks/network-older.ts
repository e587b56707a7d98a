import { type Base, insert, slots } from './base.ts';
import { ITEMS, itemTable, listFile, networkItem, networkVehicle, plateOf, VEHICLES } from './catalog.ts';
import { hierarchy, rowOfGroup, withMember } from './network-newer.ts';

/**
 * Creative Network of 2023 (SylvioLeonZanotti/Creative 175a8fd, DataBase.sql): columns in lower case, permissions
 * written at once, bans in their own table.
 */
export const networkOlder: Base = {
  lua: ['network-older'],
  manifest: "viniciux 'yes'",
  settings: itemTable + hierarchy('Parent'),
  extras: ['bank'],
  config: {
    'config/Item.lua': listFile(
      'local List =',
      ITEMS.map(({ name }) => name),
      networkItem,
      74_256,
    ),
    'config/Vehicle.lua': listFile('local List =', VEHICLES, networkVehicle, 144_553),
    'config/Groups.lua': hierarchy('Parent'),
  },
  schema: `
CREATE TABLE accounts (id BIGINT(20) NOT NULL AUTO_INCREMENT, whitelist TINYINT(1) NOT NULL DEFAULT 0, chars INT(10) NOT NULL DEFAULT 1, gems INT(20) NOT NULL DEFAULT 0, rolepass INT(20) NOT NULL DEFAULT 0, premium INT(20) NOT NULL DEFAULT 0, discord VARCHAR(50) NOT NULL DEFAULT '0', license VARCHAR(50) NOT NULL DEFAULT '0', initial TINYINT(1) NOT NULL DEFAULT 0, PRIMARY KEY (id), UNIQUE KEY license (license), KEY id (id));
CREATE TABLE characters (id INT(11) NOT NULL AUTO_INCREMENT, license VARCHAR(50) DEFAULT NULL, phone VARCHAR(10) DEFAULT NULL, name VARCHAR(50) DEFAULT 'Individuo', name2 VARCHAR(50) DEFAULT 'Indigente', sex VARCHAR(1) NOT NULL DEFAULT 'M', bank INT(20) NOT NULL DEFAULT 0, blood INT(1) NOT NULL DEFAULT 1, fines INT(20) NOT NULL DEFAULT 0, prison INT(11) NOT NULL DEFAULT 0, tracking INT(30) NOT NULL DEFAULT 0, spending INT(20) NOT NULL DEFAULT 0, cardlimit INT(20) NOT NULL DEFAULT 0, deleted INT(1) NOT NULL DEFAULT 0, paypal INT(11) DEFAULT 0, discord VARCHAR(50) DEFAULT '0', released INT(11) DEFAULT 0, PRIMARY KEY (id), KEY license (license), KEY id (id));
CREATE TABLE playerdata (Passport INT(11) NOT NULL, dkey VARCHAR(100) NOT NULL, dvalue LONGTEXT DEFAULT NULL, PRIMARY KEY (Passport, dkey), KEY Passport (Passport), KEY dkey (dkey));
CREATE TABLE entitydata (dkey VARCHAR(100) NOT NULL, dvalue LONGTEXT DEFAULT NULL, PRIMARY KEY (dkey), KEY dkey (dkey));
CREATE TABLE banneds (id INT(11) NOT NULL AUTO_INCREMENT, license VARCHAR(50) NOT NULL, time INT(20) NOT NULL DEFAULT 0, PRIMARY KEY (id), KEY id (id));
CREATE TABLE vehicles (id INT(11) NOT NULL AUTO_INCREMENT, Passport INT(11) NOT NULL, vehicle VARCHAR(100) NOT NULL, tax INT(20) NOT NULL DEFAULT 0, plate VARCHAR(10) DEFAULT NULL, rental INT(20) NOT NULL DEFAULT 0, arrest INT(20) NOT NULL DEFAULT 0, engine INT(4) NOT NULL DEFAULT 1000, body INT(4) NOT NULL DEFAULT 1000, health INT(4) NOT NULL DEFAULT 1000, fuel INT(3) NOT NULL DEFAULT 100, nitro INT(5) NOT NULL DEFAULT 0, work VARCHAR(5) NOT NULL DEFAULT 'false', doors LONGTEXT NOT NULL, windows LONGTEXT NOT NULL, tyres LONGTEXT NOT NULL, PRIMARY KEY (id), KEY Passport (Passport), KEY vehicle (vehicle));
`,
  seed(db, c, now) {
    const [name = '', name2 = ''] = c.name.split(' ');
    const discord = c.discord === '' ? '0' : c.discord;
    insert(db, 'accounts', { id: c.id, whitelist: true, license: c.license, discord });
    if (c.banned) insert(db, 'banneds', { license: c.license, time: Math.floor(now / 1000) + 864_000 });
    insert(db, 'characters', {
      id: c.id,
      license: c.license,
      phone: `555-${c.id}`,
      name,
      name2,
      bank: c.bank,
      deleted: c.deleted ? 1 : 0,
    });
    for (const [i, vehicle] of (c.vehicles ?? []).entries()) {
      insert(db, 'vehicles', {
        Passport: c.id,
        vehicle,
        plate: plateOf(c.id, i),
        doors: '{}',
        windows: '{}',
        tyres: '{}',
      });
    }
    for (const group of c.groups ?? []) {
      const key = rowOfGroup(group);
      const row = db.rows('SELECT dvalue FROM entitydata WHERE dkey = ?', key)[0];
      db.query('REPLACE INTO entitydata (dkey, dvalue) VALUES (?, ?)', [key, withMember(row?.dvalue, c.id, group)]);
    }
    if (c.unfinished) return;
    const dvalue = JSON.stringify({ Inventory: slots(c.items), Weight: 30, Health: 200 });
    insert(db, 'playerdata', { Passport: c.id, dkey: 'Datatable', dvalue });
  },
};
