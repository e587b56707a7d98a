import { type MtaOptions, type MtaServer, startMta } from './server.ts';
import type { Play } from './world.ts';

/** How often the server looks at its timers, in ms. */
const TURN_MS = 10;

/** A real request, as MTA sends it with `maxRedirects = 0`. */
const send: Play = ({ url, method, body, headers }) =>
  fetch(url, { method, body, headers, redirect: 'manual' }).then(
    async (response) => ({
      status: response.status,
      body: await response.text(),
      headers: Object.fromEntries(response.headers),
      delayMs: 0,
    }),
    () => ({ status: 0, body: '', delayMs: 0 }),
  );

/** A server in real time that speaks to a real address; it runs until `close`. */
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
