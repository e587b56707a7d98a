import { request } from 'node:http';
import { type MtaOptions, type MtaServer, startMta } from './server.ts';
import type { Answer, Play } from './world.ts';

/** How often the server looks at its timers, in ms. */
const TURN_MS = 10;
const NOT_CONNECTED: Answer = { status: 0, body: '', delayMs: 0 };

/**
 * A real request, as MTA sends it with `maxRedirects = 0`. It calls this machine only. Names below `localhost` also mean this
 * machine, as in libcurl (lib/hostip.c of curl/curl, Curl_resolv); a system's own list of names may lack them.
 */
const send: Play = ({ url, method, body, headers }) => {
  const { port, host, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method,
      headers: { Host: host, ...headers },
    });
    outgoing.on('error', () => resolve(NOT_CONNECTED));
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', () => resolve(NOT_CONNECTED));
      response.on('end', () => {
        const told = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(parts).toString('utf8'),
          headers: Object.fromEntries(told),
          delayMs: 0,
        });
      });
    });
    outgoing.end(body);
  });
};

/** A server in real time that speaks to a real address of this machine; it runs until `close`. */
export async function startLiveMta(options: Omit<MtaOptions, 'play' | 'startAt'>): Promise<MtaServer> {
  const server = await startMta({ ...options, startAt: 'real', play: send });
  const turns = setInterval(() => server.world.clock.run(), TURN_MS);
  return {
    ...server,
    close() {
      clearInterval(turns);
      server.close();
    },
  };
}
