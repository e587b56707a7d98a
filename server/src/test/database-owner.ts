import pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';

// A separate process for the crash tests: starts the database of a folder, commits a row, prints the server's pid.
const database = await startEmbedded({ dataDir: process.argv[2] ?? '' });
const client = new pg.Client(database.connection);
await client.connect();
await client.query('create table kept as select 42 as n');
process.stdout.write(`${database.pid}\n`);
setInterval(() => {}, 60_000);
