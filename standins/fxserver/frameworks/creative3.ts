import { type Base, insert, slots } from './base.ts';
import { ITEMS, itemTable, listFile, plainVehicle, plateOf, VEHICLES, v3Item } from './catalog.ts';

/**
 * Creative v3: groups and money only in SQL. DuMonster2501/Complexo-main 632c3cb; the tables are those of its
 * complexo.sql (7e9a0f1). Its list of items is a part of its own script.
 */
export const creative3: Base = {
  lua: ['creative3'],
  manifest: "description 'Creative v3'",
  settings: itemTable,
  extras: [],
  config: {
    'server-side/inventory.lua': listFile(
      'local itemlist =',
      ITEMS.map(({ name }) => name),
      v3Item,
      64_556,
    ),
    'lib/vehicles.lua': listFile('local vehglobal =', VEHICLES, plainVehicle, 40_000),
  },
  schema: `
CREATE TABLE vrp_infos (id INT(11) NOT NULL AUTO_INCREMENT, steam VARCHAR(50) NOT NULL, whitelist TINYINT(1) DEFAULT 0, banned TINYINT(1) DEFAULT 0, gems INT(11) NOT NULL DEFAULT 0, premium INT(12) NOT NULL DEFAULT 0, predays INT(2) NOT NULL DEFAULT 0, priority INT(3) NOT NULL DEFAULT 0, chars INT(1) NOT NULL DEFAULT 1, PRIMARY KEY (id), KEY steam (steam));
CREATE TABLE vrp_users (id INT(11) NOT NULL AUTO_INCREMENT, steam VARCHAR(100) DEFAULT NULL, registration VARCHAR(20) DEFAULT NULL, phone VARCHAR(20) DEFAULT NULL, name VARCHAR(50) DEFAULT 'Lucas', name2 VARCHAR(50) DEFAULT 'Hen', bank INT(12) NOT NULL DEFAULT 4500, garage INT(3) NOT NULL DEFAULT 2, prison INT(6) NOT NULL DEFAULT 0, locate INT(1) NOT NULL DEFAULT 1, deleted INT(1) NOT NULL DEFAULT 0, porte VARCHAR(50) DEFAULT 'não', PRIMARY KEY (id), KEY id (id));
CREATE TABLE vrp_permissions (id INT(11) UNSIGNED NOT NULL AUTO_INCREMENT, user_id INT(11) NOT NULL DEFAULT 1, permiss TEXT NOT NULL, PRIMARY KEY (id));
CREATE TABLE vrp_vehicles (id INT(11) NOT NULL AUTO_INCREMENT, user_id INT(11) NOT NULL, vehicle VARCHAR(100) NOT NULL, plate VARCHAR(20) DEFAULT NULL, phone VARCHAR(20) DEFAULT NULL, arrest INT(1) NOT NULL DEFAULT 0, time INT(11) NOT NULL DEFAULT 0, premiumtime INT(11) NOT NULL DEFAULT 0, rentaltime INT(11) NOT NULL DEFAULT 0, engine INT(4) NOT NULL DEFAULT 1000, body INT(4) NOT NULL DEFAULT 1000, fuel INT(3) NOT NULL DEFAULT 100, work VARCHAR(10) NOT NULL DEFAULT 'false', doors VARCHAR(254) NOT NULL, windows VARCHAR(254) NOT NULL, tyres VARCHAR(254) NOT NULL, PRIMARY KEY (id, user_id, vehicle), KEY user_id (user_id), KEY vehicle (vehicle));
CREATE TABLE vrp_user_data (user_id INT(11) NOT NULL, dkey VARCHAR(100) NOT NULL, dvalue TEXT DEFAULT NULL, PRIMARY KEY (user_id, dkey), KEY user_id (user_id), KEY dkey (dkey));
CREATE TABLE vrp_srv_data (dkey VARCHAR(100) NOT NULL, dvalue TEXT DEFAULT NULL, PRIMARY KEY (dkey), KEY dkey (dkey));
`,
  seed(db, c) {
    const [name = '', name2 = ''] = c.name.split(' ');
    const steam = `steam:${c.steam}`;
    insert(db, 'vrp_infos', { steam, whitelist: true, banned: c.banned ?? false });
    insert(db, 'vrp_users', {
      id: c.id,
      steam,
      registration: `P${c.id}`,
      phone: `555-${c.id}`,
      name,
      name2,
      bank: c.bank,
      deleted: c.deleted ? 1 : 0,
    });
    for (const permiss of c.groups ?? []) insert(db, 'vrp_permissions', { user_id: c.id, permiss });
    for (const [i, vehicle] of (c.vehicles ?? []).entries()) {
      insert(db, 'vrp_vehicles', {
        user_id: c.id,
        vehicle,
        plate: plateOf(c.id, i),
        phone: `555-${c.id}`,
        doors: '{}',
        windows: '{}',
        tyres: '{}',
      });
    }
    if (c.unfinished) return;
    const dvalue = JSON.stringify({ inventorys: slots(c.items), backpack: 50 });
    insert(db, 'vrp_user_data', { user_id: c.id, dkey: 'Datatable', dvalue });
  },
};
