import { join } from 'node:path';
import { GameClient } from '../../sdk/src/game/client.ts';
import type { Send } from '../../sdk/src/game/http.ts';
import { actionsOn, keyOf } from './actions.ts';
import type { World } from './world.ts';

/** Longer than Vitrine holds a poll. In ms. */
const PATIENCE_MS = 15_000;

/** Browsers find `*.localhost` on this machine, but Node asks a name server. */
const onThisMachine = (url: string): string =>
  url.replace(/^(https?:\/\/)(?:[a-z0-9-]+\.)*localhost(?=[:/])/, '$1127.0.0.1');

/** The part of the server that speaks with Vitrine. */
export interface Plugin {
  /** Whether Vitrine answered its last request. */
  readonly connected: boolean;
  /** Asks at once, because somebody entered. */
  wake(): void;
  /** Cuts every request off, as a power cut does, and resolves when the journal is closed. */
  stop(): Promise<void>;
}

/** Connects a world with Vitrine by the small client of `sdk/`. Throws if the journal cannot be read. */
export function startPlugin(world: World, settings: { dataDir: string; token: string; address: string }): Plugin {
  const power = new AbortController();
  let connected = false;
  const hear = (ok: boolean): void => {
    if (ok && !connected) world.say('[Vitrine] Conectado à loja.');
    connected = ok;
  };
  const send: Send = async ({ url, body, headers }) => {
    try {
      const response = await fetch(onThisMachine(url), {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([power.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      const text = await response.text();
      hear(response.ok);
      const signature = response.headers.get('x-vitrine-signature');
      return { status: response.status, body: text, ...(signature !== null && { signature }) };
    } catch (error) {
      connected = false;
      throw error;
    }
  };
  const client = new GameClient({
    address: settings.address,
    token: settings.token,
    journal: join(settings.dataDir, 'journal.jsonl'),
    game: 'minecraft',
    framework: 'paper',
    actions: actionsOn(world),
    online: () => world.players().flatMap((player) => (player.online ? [keyOf(player)] : [])),
    log: (line) => {
      if (!power.signal.aborted) world.say(`[Vitrine] ${line}`);
    },
    send,
  });
  const ended = client.run();
  return {
    get connected() {
      return connected;
    },
    wake: () => client.wake(),
    async stop() {
      client.stop();
      power.abort();
      await ended;
    },
  };
}
