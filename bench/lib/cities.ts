import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { API, pathOf } from '@vitrine/contract/calls/address';
import type { GameHelloAnswer, GameSyncAnswer } from '@vitrine/contract/game';
import { gameHeaders } from '@vitrine/contract/game';
import { signRequest } from '../../server/src/features/city/game-auth.ts';
import { gameKeyId } from '../../server/src/features/stores/game-token.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1024 });

/** A connected city without effects: it signs, asks, and says that everything was done. */
export class BenchCity {
  readonly #address: URL;
  readonly #token: string;
  readonly #from: string;
  readonly #journal = randomBytes(8).toString('hex');
  readonly #boot = randomBytes(8).toString('hex');
  readonly #start = randomBytes(16).toString('hex');
  #sent = 0;
  #epoch = 0;

  constructor(address: string, token: string, place: number) {
    this.#address = new URL(address);
    this.#token = token;
    this.#from = `10.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255}`;
  }

  async #send<T>(name: 'POST /game/hello' | 'POST /game/sync', payload: object): Promise<T> {
    const path = `${API}${pathOf(name)}`;
    const body = Buffer.from(JSON.stringify(payload));
    const time = String(Math.floor(Date.now() / 1000));
    this.#sent += 1;
    const nonce = `${this.#start}${this.#sent.toString(16).padStart(16, '0')}`;
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-forwarded-for': this.#from,
      [gameHeaders.server]: gameKeyId(this.#token),
      [gameHeaders.time]: time,
      [gameHeaders.nonce]: nonce,
      [gameHeaders.signature]: signRequest(this.#token, { method: 'POST', path, time, nonce, body }),
    };
    return await new Promise<T>((settle, reject) => {
      const { hostname: host, port } = this.#address;
      const asked = request({ host, port, path, method: 'POST', headers, agent }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (answer.statusCode === 200) settle(JSON.parse(text) as T);
          else reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`));
        });
      });
      asked.once('error', reject);
      asked.end(body);
    });
  }

  async hello(): Promise<void> {
    const { epoch } = await this.#send<GameHelloAnswer>('POST /game/hello', {
      protocol: 1,
      version: '9.0.0',
      game: 'fivem',
      framework: 'creative_network',
      capabilities: { add_money: { online: true, offline: true }, in_order: { online: true, offline: true } },
      boot_id: this.#boot,
      journal_id: this.#journal,
      now: Math.floor(Date.now() / 1000),
    });
    this.#epoch = epoch;
  }

  /** One poll. */
  async poll(): Promise<GameSyncAnswer> {
    return await this.#sync({ want: 25, results: [] });
  }

  /** Says that these were done, and asks for more unless `want` is 0. */
  async report(commands: GameSyncAnswer['commands'], want = 0): Promise<GameSyncAnswer> {
    const results = commands.map(({ id, attempt }) => ({ id, attempt, status: 'succeeded', code: 'ok' }));
    return await this.#sync({ want, results });
  }

  async #sync(more: object): Promise<GameSyncAnswer> {
    const state = { epoch: this.#epoch, boot_id: this.#boot, journal_id: this.#journal, online: [], in_progress: [] };
    return await this.#send<GameSyncAnswer>('POST /game/sync', { ...state, ...more });
  }
}
