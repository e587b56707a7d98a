import type { Resources } from './base.ts';
import { ITEMS } from './catalog.ts';
import { bagOf, groupTables, PLAYERS, seedCitizen, vehicleTable } from './qb.ts';

/** Items of QBCore: names in small letters, weights in grams, weapons and phones in a slot each. */
const items = `Items = {\n${ITEMS.map(({ name, label, weight, durability, weapon }) => {
  const key = name.toLowerCase();
  return `  ['${key}'] = { name = '${key}', label = '${label}', weight = ${weight * 1000}, type = '${weapon ? 'weapon' : 'item'}', unique = ${durability !== undefined}, useable = true },`;
}).join('\n')}\n}\n`;

/**
 * QBCore with qb-inventory: qbcore-framework/qb-core 37d3b84 (qbcore.sql), qbcore-framework/qb-inventory 43334c1. The vehicles are
 * those of Qbox-project/qbx_vehicles 7cd0380 without what it added: QBCore's own table is in the resource that sells them.
 */
export const qbcore: Resources = {
  resources: [
    {
      name: 'qb-core',
      manifest: "version '1.3.0'",
      settings: groupTables((level) => `'${level}'`) + vehicleTable + items,
      lua: ['qb-core'],
    },
    { name: 'qb-inventory', manifest: "version '2.0.0'", settings: items, lua: ['qb-inventory'] },
  ],
  schema: `${PLAYERS.replace('MORE ', '')}
CREATE TABLE player_vehicles (id INT(11) NOT NULL AUTO_INCREMENT, license VARCHAR(50) DEFAULT NULL, citizenid VARCHAR(50) DEFAULT NULL, vehicle VARCHAR(50) DEFAULT NULL, hash VARCHAR(50) DEFAULT NULL, mods LONGTEXT DEFAULT NULL, plate VARCHAR(50) NOT NULL, fakeplate VARCHAR(50) DEFAULT NULL, garage VARCHAR(50) DEFAULT NULL, fuel INT(11) DEFAULT 100, engine FLOAT DEFAULT 1000, body FLOAT DEFAULT 1000, state INT(11) DEFAULT 1, depotprice INT(11) NOT NULL DEFAULT 0, drivingdistance INT(50) DEFAULT NULL, status TEXT DEFAULT NULL, balance INT(11) NOT NULL DEFAULT 0, paymentamount INT(11) NOT NULL DEFAULT 0, paymentsleft INT(11) NOT NULL DEFAULT 0, financetime INT(11) NOT NULL DEFAULT 0, PRIMARY KEY (id), KEY plate (plate), KEY citizenid (citizenid), KEY license (license));
`,
  seed: (db, c) => seedCitizen(db, c, bagOf(c, 'amount'), {}),
};
