import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { GameCommand, GameHelloAnswer, GameSyncAnswer } from '@vitrine/contract/game';

/**
 * A game server that speaks the protocol of docs/game-server-protocol.md and says that it did whatever it is given. It has no
 * journal, because no story kills it.
 */
export interface ProtocolServer {
  /** What it was given, in order. */
  readonly given: readonly GameCommand[];
  close(): void;
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (token: string, text: string) => createHmac('sha256', token).update(text).digest('hex');

/** Connects with this token and polls until it is closed. `hello` says the game, and `online` the players who are there. */
export async function connectServer(
  platform: string,
  token: string,
  { online, ...hello }: { game: string; framework: string; capabilities: object; online: string[] },
): Promise<ProtocolServer> {
  const start = randomBytes(16).toString('hex');
  const me = { boot_id: randomBytes(8).toString('hex'), journal_id: randomBytes(8).toString('hex') };
  let sent = 0;
  const send = async <T>(call: 'hello' | 'sync', payload: object): Promise<T> => {
    const path = `/v1/game/${call}`;
    const body = JSON.stringify({ ...me, ...payload });
    const time = String(Math.floor(Date.now() / 1000));
    const nonce = `${start}${(++sent).toString(16).padStart(16, '0')}`;
    const answer = await fetch(platform + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-vitrine-server': sha(token).slice(0, 12),
        'x-vitrine-time': time,
        'x-vitrine-nonce': nonce,
        'x-vitrine-signature': hmac(token, ['POST', path, time, nonce, sha(body)].join('\n')),
      },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${call} was refused: ${text}`);
    return JSON.parse(text) as T;
  };
  const now = Math.floor(Date.now() / 1000);
  const { epoch } = await send<GameHelloAnswer>('hello', { protocol: 1, version: '1.0.0', now, ...hello });
  const given: GameCommand[] = [];
  let open = true;
  const poll = async () => {
    let results: object[] = [];
    while (open) {
      const answer = await send<GameSyncAnswer>('sync', { epoch, results, in_progress: [], online, want: 25 });
      given.push(...answer.commands);
      results = answer.commands.map(({ id, attempt }) => ({ id, attempt, status: 'succeeded', code: 'ok' }));
      if (results.length === 0) await delay(answer.next_poll_ms);
    }
  };
  // The world of the stories may end before this server.
  void poll().catch((error: unknown) => {
    if (open) console.error(error);
  });
  return {
    given,
    close() {
      open = false;
    },
  };
}
