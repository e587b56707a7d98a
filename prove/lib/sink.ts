import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a flood costs by itself: node:http that takes everything and says nothing. Streams are refused, as the product
 * refuses nearly all of them: the flood then opens as many lines as it does there. Prints its port.
 */
const server = createServer((request, response) => {
  if (request.headers.accept === 'text/event-stream') response.statusCode = 429;
  request.resume();
  request.once('end', () => response.end('{}'));
});
server.listen(0, '127.0.0.1', 4096, () => console.log((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
