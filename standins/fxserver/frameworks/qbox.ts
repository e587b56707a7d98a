import type { Resources } from './base.ts';
import { insert } from './base.ts';
import {
  bagOf,
  citizenIdOf,
  groupRowsOf,
  groupTables,
  licenseOf,
  oxItems,
  PLAYERS,
  seedCitizen,
  vehicleTable,
} from './qb.ts';

/**
 * Qbox with ox_inventory: Qbox-project/qbx_core 959b77b (qbx_core.sql, server/storage/players.lua), Qbox-project/qbx_vehicles
 * 7cd0380 (vehicles.sql), overextended/ox_inventory 83029c6.
 */
export const qbox: Resources = {
  resources: [
    {
      name: 'qbx_core',
      manifest: "version '1.23.0'\nprovide 'qb-core'",
      settings: groupTables(String) + vehicleTable,
      lua: ['qbx_core'],
    },
    { name: 'ox_inventory', manifest: "version '2.47.0'", settings: oxItems, lua: ['ox_inventory'] },
  ],
  schema: `${PLAYERS.replace('MORE ', 'userId INT UNSIGNED DEFAULT NULL, ').replace('last_updated', 'phone_number VARCHAR(20) DEFAULT NULL, last_logged_out TIMESTAMP NULL DEFAULT NULL, last_updated')}
CREATE TABLE player_groups (citizenid VARCHAR(50) NOT NULL, \`group\` VARCHAR(50) NOT NULL, type VARCHAR(50) NOT NULL, grade TINYINT(3) UNSIGNED NOT NULL, PRIMARY KEY (citizenid, type, \`group\`), CONSTRAINT fk_citizenid FOREIGN KEY (citizenid) REFERENCES players (citizenid) ON UPDATE CASCADE ON DELETE CASCADE);
CREATE TABLE users (userId INT UNSIGNED NOT NULL AUTO_INCREMENT, username VARCHAR(255) DEFAULT NULL, license VARCHAR(50) DEFAULT NULL, license2 VARCHAR(50) DEFAULT NULL, fivem VARCHAR(20) DEFAULT NULL, discord VARCHAR(30) DEFAULT NULL, PRIMARY KEY (userId));
CREATE TABLE player_vehicles (id INT(11) NOT NULL AUTO_INCREMENT, license VARCHAR(50) DEFAULT NULL, citizenid VARCHAR(50) DEFAULT NULL, vehicle VARCHAR(50) DEFAULT NULL, hash VARCHAR(50) DEFAULT NULL, mods LONGTEXT DEFAULT NULL, plate VARCHAR(15) NOT NULL, fakeplate VARCHAR(50) DEFAULT NULL, garage VARCHAR(50) DEFAULT NULL, fuel INT(11) DEFAULT 100, engine FLOAT DEFAULT 1000, body FLOAT DEFAULT 1000, state INT(11) DEFAULT 1, depotprice INT(11) NOT NULL DEFAULT 0, drivingdistance INT(50) DEFAULT NULL, status TEXT DEFAULT NULL, glovebox LONGTEXT DEFAULT NULL, trunk LONGTEXT DEFAULT NULL, PRIMARY KEY (id), UNIQUE KEY plate (plate), FOREIGN KEY (citizenid) REFERENCES players (citizenid) ON DELETE CASCADE ON UPDATE CASCADE);
`,
  seed(db, c) {
    insert(db, 'users', {
      userId: c.id,
      username: c.name,
      license: `license:${c.license}`,
      license2: licenseOf(c),
      discord: c.discord === '' ? null : `discord:${c.discord}`,
    });
    seedCitizen(db, c, bagOf(c, 'count'), { userId: c.id });
    if (c.deleted) return;
    for (const [type, group, grade] of groupRowsOf(c)) {
      insert(db, 'player_groups', { citizenid: citizenIdOf(c.id), type, group, grade });
    }
  },
};
