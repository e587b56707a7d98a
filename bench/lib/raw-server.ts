import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** node:http alone, which sends the same bytes with the same headers. The bench compares our server with it. */
const [file, headersFile] = process.argv.slice(2) as [string, string];
const body = readFileSync(file);
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as Record<string, string>;
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
