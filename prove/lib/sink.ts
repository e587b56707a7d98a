import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The cost of a flood itself: a node:http server that takes everything and answers nothing. It refuses streams, as
 * the product refuses nearly all, so the flood opens as many connections here as there. Prints its port.
 */
const server = createServer((request, response) => {
  if (request.headers.accept === 'text/event-stream') response.statusCode = 429;
  request.resume();
  request.once('end', () => response.end('{}'));
});
server.listen(0, '127.0.0.1', 4096, () => console.log((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
