import { randomBytes } from 'node:crypto';
import { type InteractionAnswer, readAnswer, readMessage } from './answer.ts';
import type { Commands } from './commands.ts';
import { DiscordError } from './errors.ts';
import type { Interaction, Message, SendInput, Variant } from './interaction.ts';
import { interactionPayload } from './interaction-payload.ts';
import { post } from './post.ts';
import { type SigningKey, signRequest } from './signing.ts';
import type { World } from './world.ts';

/** The answer must arrive within 3 s; the token then works for 15 min (facts: section 6). */
const ANSWER_MS = 3000;
const TOKEN_MS = 900_000;
const OLD_MS = 600_000;

type Raw = { timestamp: string; signature: string; body: string };

/** Sends signed interactions to the application's URL and keeps what it answers. */
export class Interactions {
  readonly key: SigningKey;
  readonly #world: World;
  readonly #commands: Commands;
  readonly #all = new Map<string, Interaction>();
  readonly #listeners = new Set<() => void>();
  #lastGood: Raw | undefined;

  constructor(world: World, commands: Commands, key: SigningKey) {
    this.#world = world;
    this.#commands = commands;
    this.key = key;
  }

  clear(): void {
    this.#all.clear();
    this.#lastGood = undefined;
  }

  /** Newest first. */
  list(): Interaction[] {
    return [...this.#all.values()].reverse();
  }

  /**
   * A person runs a command. Resolves when the application has answered or its time is over, and never rejects for
   * the application's mistakes. Throws RangeError when user, server, command or URL do not exist.
   */
  async send(input: SendInput): Promise<Interaction> {
    const url = this.#world.application.interactionsUrl;
    if (!url) throw new RangeError('A aplicação não tem URL de interações.');
    const command = this.#commands.find(input.command, input.guild);
    if (!command) throw new RangeError(`Comando não registrado aqui: /${input.command}`);
    const interaction: Interaction = {
      id: this.#world.newId(),
      token: randomBytes(48).toString('base64url'),
      at: this.#world.clock.now(),
      command: input.command,
      userId: input.user,
      guildId: input.guild ?? null,
      variant: input.variant ?? null,
      state: 'sent',
      status: null,
      elapsedMs: 0,
      problem: null,
      messages: [],
    };
    const body = JSON.stringify(interactionPayload(this.#world, interaction, command, input));
    const raw = this.#prepare(body, input.variant);
    if (input.variant === undefined) this.#lastGood = raw;
    this.#all.set(interaction.id, interaction);
    await this.#deliver(url, raw, interaction);
    this.#tell();
    return interaction;
  }

  /** What Discord does when the URL is saved: a PING that must be answered, a bad signature that must be refused. */
  async verifyEndpoint(url: string): Promise<boolean> {
    const { application } = this.#world;
    const ping = { id: this.#world.newId(), application_id: application.id, type: 1, token: 'ping', version: 1 };
    const good = this.#prepare(JSON.stringify(ping), undefined);
    const bad = { ...good, signature: randomBytes(64).toString('hex') };
    try {
      const refused = await post(url, headersOf(bad), bad.body, ANSWER_MS);
      const answered = await post(url, headersOf(good), good.body, ANSWER_MS);
      if (refused.status !== 401 || answered.status !== 200) return false;
      return readAnswer(JSON.parse(answered.body), 1).kind === 'pong';
    } catch {
      return false;
    }
  }

  /** The callback route. Throws 10062 (unknown, or after 3 s) and 40060 (already answered). */
  callback(id: string, token: string, body: unknown): void {
    const interaction = this.#all.get(id);
    if (!interaction || interaction.token !== token) throw new DiscordError(10062);
    if (interaction.state === 'answered' || interaction.state === 'deferred') throw new DiscordError(40060);
    if (interaction.state === 'failed' || this.#world.clock.now() - interaction.at > ANSWER_MS) {
      throw new DiscordError(10062);
    }
    this.#apply(
      interaction,
      asInvalidBody(() => readAnswer(body, 2)),
    );
    this.#tell();
  }

  /** The first message, to read or edit. Throws 10015, 50027, 10008. */
  original(applicationId: string, token: string): Message {
    const message = this.#byToken(applicationId, token).messages[0];
    if (!message) throw new DiscordError(10008);
    return message;
  }

  /** Edits the first message. After "later" (type 5) this sets its text. */
  editOriginal(applicationId: string, token: string, body: unknown): Message {
    const interaction = this.#byToken(applicationId, token);
    if (interaction.state !== 'answered' && interaction.state !== 'deferred') throw new DiscordError(10008);
    const content = asInvalidBody(() => readMessage(body));
    const [first] = interaction.messages;
    const flags = first?.flags ?? 0;
    const message = { ...content, flags, id: first?.id ?? this.#world.newId(), editedAt: this.#world.clock.now() };
    interaction.messages[0] = message;
    interaction.state = 'answered';
    this.#tell();
    return message;
  }

  deleteOriginal(applicationId: string, token: string): void {
    const interaction = this.#byToken(applicationId, token);
    if (interaction.messages.shift() === undefined) throw new DiscordError(10008);
  }

  /** A further message. If the first answer was "later", it becomes that answer. */
  followUp(applicationId: string, token: string, body: unknown): Message {
    const interaction = this.#byToken(applicationId, token);
    if (interaction.state === 'deferred') return this.editOriginal(applicationId, token, body);
    const message = { ...asInvalidBody(() => readMessage(body)), id: this.#world.newId(), editedAt: null };
    interaction.messages.push(message);
    this.#tell();
    return message;
  }

  /** Resolves with the first matching interaction, now or later. Rejects after `timeoutMs`. */
  waitFor(fits: (interaction: Interaction) => boolean, timeoutMs = 5000): Promise<Interaction> {
    const found = (): Interaction | undefined => this.list().find(fits);
    const now = found();
    if (now) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(look);
      };
      const look = (): void => {
        const interaction = found();
        if (!interaction) return;
        finish();
        resolve(interaction);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`no such interaction within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#listeners.add(look);
    });
  }

  #prepare(body: string, variant: Variant | undefined): Raw {
    if (variant === 'replay') {
      if (!this.#lastGood) throw new RangeError('Ainda não há nada enviado que se possa repetir.');
      return this.#lastGood;
    }
    const age = variant === 'old-timestamp' ? OLD_MS : 0;
    const timestamp = String(Math.floor((this.#world.clock.now() - age) / 1000));
    const signature = signRequest(this.key, timestamp, body);
    if (variant === 'bad-signature') return { timestamp, signature: randomBytes(64).toString('hex'), body };
    if (variant === 'no-signature') return { timestamp, signature: '', body };
    if (variant === 'body-changed') return { timestamp, signature, body: body.replace('"version":1', '"version":2') };
    return { timestamp, signature, body };
  }

  async #deliver(url: string, raw: Raw, interaction: Interaction): Promise<void> {
    const startedAt = performance.now();
    try {
      const response = await post(url, headersOf(raw), raw.body, ANSWER_MS);
      interaction.status = response.status;
      if (interaction.state !== 'sent') return;
      if (response.status !== 200) throw new TypeError(`HTTP ${response.status}`);
      if (!response.contentType.startsWith('application/json')) throw new TypeError('the answer is not JSON');
      this.#apply(interaction, readAnswer(JSON.parse(response.body), 2));
    } catch (error) {
      if (interaction.state !== 'sent') return;
      interaction.state = 'failed';
      interaction.problem = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    } finally {
      interaction.elapsedMs = Math.round(performance.now() - startedAt);
    }
  }

  #apply(interaction: Interaction, answer: InteractionAnswer): void {
    const id = this.#world.newId();
    if (answer.kind === 'message') interaction.messages = [{ ...answer.message, id, editedAt: null }];
    if (answer.kind === 'deferred') {
      interaction.messages = [{ content: '', embeds: [], flags: answer.flags, id, editedAt: null }];
    }
    interaction.state = answer.kind === 'deferred' ? 'deferred' : 'answered';
  }

  #byToken(applicationId: string, token: string): Interaction {
    const interaction = [...this.#all.values()].find((each) => each.token === token);
    if (applicationId !== this.#world.application.id || !interaction) throw new DiscordError(10015);
    if (this.#world.clock.now() - interaction.at > TOKEN_MS) throw new DiscordError(50027);
    return interaction;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function headersOf(raw: Raw): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
    'x-signature-timestamp': raw.timestamp,
    ...(raw.signature && { 'x-signature-ed25519': raw.signature }),
  };
}

function asInvalidBody<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = error instanceof Error ? error.message : 'invalid';
    throw new DiscordError(50035, { data: { _errors: [{ code: 'BASE_TYPE_INVALID', message }] } });
  }
}
