import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { InteractionResponseType, InteractionType, MessageFlags, Routes } from 'discord-api-types/v10';
import type { FastifyRequest } from 'fastify';
import { nameParty } from '../../db/party.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { Refusal } from '../../http/errors.ts';
import { INTERACTIONS_PATH } from './discord-setup.ts';
import { Interaction, runCommand } from './interactions.ts';

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const OLDEST_SECONDS = 300;
/** Discord gives up after 3 s. After this long we answer "later" and edit the text in. */
const ANSWER_MS = 2000;
/** Discord's names for: a PING answered, answered with a message, answered later. */
const { Pong, ChannelMessageWithSource, DeferredChannelMessageWithSource } = InteractionResponseType;
const { Ephemeral } = MessageFlags;

/** Only the caller sees it, and it mentions nobody. */
const message = (content: string) => ({ content, flags: Ephemeral, allowed_mentions: { parse: [] } });

/**
 * `POST /discord/interactions`: Discord signs each request (Ed25519 over timestamp and body) and sends wrong ones on
 * purpose; all of those get 401 and nothing else. It has a scope of its own because the signature covers the body's
 * bytes.
 */
export async function interactionsRoutes(app: App, deps: Deps): Promise<void> {
  const { discord } = deps.config;
  if (!discord.publicKey) return;
  const key = createPublicKey({
    format: 'der',
    type: 'spki',
    key: Buffer.concat([SPKI_PREFIX, Buffer.from(discord.publicKey, 'hex')]),
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(INTERACTIONS_PATH, { config: { access: 'provider' }, bodyLimit: 64 * 1024 }, async (request, reply) => {
    if (!isSigned(key, request)) throw new Refusal('unauthenticated', { error: 'invalid request signature' });
    const parsed = Interaction.safeParse(parse(request.body));
    if ((parse(request.body) as { type?: unknown } | undefined)?.type === InteractionType.Ping) return { type: Pong };
    if (!parsed.success || parsed.data.type !== InteractionType.ApplicationCommand)
      throw new Refusal('invalid_request');
    const interaction = parsed.data;
    // Discord calls from few addresses, so we count per server: one server must not take the turns of others.
    nameParty(`guild ${interaction.guild_id ?? interaction.token}`);
    const answer = runCommand(deps, interaction).catch((error: unknown) => {
      request.log.error({ err: error }, 'interaction failed');
      return 'Algo deu errado. Tente de novo em instantes.';
    });
    const first = await Promise.race([answer, delay(ANSWER_MS, undefined)]);
    if (first !== undefined) return { type: ChannelMessageWithSource, data: message(first) };
    void answer
      .then((content) => editOriginal(discord.apiUrl, interaction, content))
      .catch((error: unknown) => request.log.warn({ err: error }, 'could not send a late answer'));
    return reply.send({ type: DeferredChannelMessageWithSource, data: { flags: Ephemeral } });
  });
}

function isSigned(key: KeyObject, { headers, body }: FastifyRequest): boolean {
  const signature = String(headers['x-signature-ed25519'] ?? '');
  const timestamp = String(headers['x-signature-timestamp'] ?? '');
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp) || !Buffer.isBuffer(body)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > OLDEST_SECONDS) return false;
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** The interaction's own token allows this, so the bot's token is not sent. */
async function editOriginal(apiUrl: string, { application_id, token }: Interaction, content: string): Promise<void> {
  const base = apiUrl.replace(/\/+$/, '').replace(/\/v\d+$/, '');
  const response = await fetch(`${base}/v10${Routes.webhookMessage(application_id, token)}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'user-agent': 'DiscordBot (vitrine, 1.0.0)' },
    body: JSON.stringify({ content, allowed_mentions: { parse: [] } }),
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) throw new Error(`editing the answer: ${response.status}`);
}
