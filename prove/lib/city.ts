import { createHash, createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { API, pathOf } from '@vitrine/contract/calls/address';
import type { Answer } from '@vitrine/contract/calls/table';
import type { GameCommand } from '@vitrine/contract/game';
import type { World } from './world.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (token: string, text: string) => createHmac('sha256', token).update(text).digest('hex');

/** The longest pause of this city, in ms. The protocol asks for longer ones, but then lines of the table would wait for its next poll. */
const MOST_PAUSE_MS = 1000;
const ACTIONS = ['add_group', 'remove_group', 'add_money', 'add_vehicle', 'add_item', 'execute_command'];

/** A game server that speaks the protocol (docs/game-server-protocol.md) and remembers its commands. */
export class City {
  /** Every received command in order; a repeated id appears each time. */
  readonly given: GameCommand[] = [];
  readonly #world: World;
  readonly #token: string;
  readonly #journal = randomBytes(8).toString('hex');
  readonly #boot = randomBytes(8).toString('hex');
  #epoch = 0;

  constructor(world: World, token: string) {
    this.#world = world;
    this.#token = token;
  }

  async #send<Of extends 'POST /game/hello' | 'POST /game/sync'>(name: Of, payload: object): Promise<Answer<Of>> {
    const path = `${API}${pathOf(name)}`;
    const body = JSON.stringify(payload);
    const time = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(16).toString('hex');
    const headers = {
      'content-type': 'application/json',
      'x-vitrine-server': sha(this.#token).slice(0, 12),
      'x-vitrine-time': time,
      'x-vitrine-nonce': nonce,
      'x-vitrine-signature': hmac(this.#token, ['POST', path, time, nonce, sha(body)].join('\n')),
    };
    const { status, text } = await this.#world.call(name, { body, headers });
    if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Answer<Of>;
  }

  async hello(): Promise<void> {
    const both = { online: true, offline: true };
    const { epoch } = await this.#send('POST /game/hello', {
      protocol: 1,
      version: '1.0.0',
      game: 'fivem',
      framework: 'creative_network',
      capabilities: Object.fromEntries([...ACTIONS, 'arguments'].map((name) => [name, both])),
      boot_id: this.#boot,
      journal_id: this.#journal,
      now: Math.floor(Date.now() / 1000),
    });
    this.#epoch = epoch;
  }

  /** Takes the present commands, reports each as done, and returns how many were new. Waits as long as the answer asks. */
  async work(): Promise<number> {
    const state = { epoch: this.#epoch, boot_id: this.#boot, journal_id: this.#journal, online: [], in_progress: [] };
    const asked = await this.#send('POST /game/sync', { ...state, results: [], want: 25 });
    const { commands } = asked;
    this.given.push(...commands);
    const results = commands.map(({ id, attempt }) => ({ id, attempt, status: 'succeeded', code: 'ok' }));
    if (results.length > 0) await this.#send('POST /game/sync', { ...state, results, want: 0 });
    else await delay(Math.min(asked.next_poll_ms, MOST_PAUSE_MS));
    return commands.length;
  }
}
