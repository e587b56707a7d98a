import { request } from 'node:http';
import { type DiscordStandin, startDiscord } from '../../../standins/discord/discord.ts';
import { DEMO } from '../../../standins/discord/seed.ts';
import { startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import type { Db } from '../db/database.ts';
import { startTestServer } from '../test/app.ts';
import { freePort } from '../test/free-port.ts';
import { newestMailToken } from '../test/mails.ts';
import { SELLER } from '../test/make-shop.ts';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** The parsed answer, if it is JSON. */
  body: T;
}

interface CallOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** A whole process on a real port with stand-ins for all outside services, and a client that calls it by plain HTTP. */
export interface World {
  db: Db;
  /** `call('POST /v1/login', { body })`; a FormData is sent as multipart. */
  call<T = Record<string, unknown>>(what: string, options?: CallOptions): Promise<Answer<T>>;
  /** The values that a browser brings back from Discord's consent page. */
  consented: { code: string; state: string; cookie: string };
  /** A token that the provider knows, for an owner to paste. */
  sellerToken: string;
  /** The buyer pays the order of this reference. */
  pay(reference: string): void;
  /** The token in the newest mail to this address. */
  mailedToken(email: string): Promise<string>;
  close(): Promise<void>;
}

async function payloadOf(body: unknown): Promise<{ bytes?: Buffer; type?: string }> {
  if (body === undefined) return {};
  if (!(body instanceof FormData)) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const form = new Response(body);
  return { type: form.headers.get('content-type') ?? '', bytes: Buffer.from(await form.arrayBuffer()) };
}

/** One call with any Host header, which `fetch` does not allow. */
async function send<T>(address: string, what: string, { body, token, headers }: CallOptions = {}): Promise<Answer<T>> {
  const [method = '', path = ''] = what.split(' ');
  const { bytes, type } = await payloadOf(body);
  return await new Promise((resolve, reject) => {
    const sent = request(
      `${address}${path}`,
      {
        method,
        headers: {
          ...(type && { 'content-type': type }),
          ...(bytes && { 'content-length': String(bytes.length) }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const all = Buffer.concat(parts);
          const json = String(answer.headers['content-type']).startsWith('application/json');
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes: all,
            body: (json ? JSON.parse(all.toString()) : {}) as T,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/** Goes to Discord and back as Bruno, a person in the stand-in's demo data. */
async function consent(address: string) {
  const started = await send(address, 'GET /v1/login/discord/start', { headers: { host: 'vitrine.localhost' } });
  const choice = new URLSearchParams({ user: DEMO.bruno, decision: 'authorize' });
  const answer = await fetch(String(started.headers.location), { method: 'POST', body: choice, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? 'none:').searchParams;
  return {
    code: back.get('code') ?? '',
    state: back.get('state') ?? '',
    cookie: String(started.headers['set-cookie']).split(';')[0] ?? '',
  };
}

export async function startWorld(): Promise<World> {
  const port = await freePort();
  const publicUrl = `http://vitrine.localhost:${port}`;
  const [provider, discord]: [Awaited<ReturnType<typeof startMercadoPago>>, DiscordStandin] = await Promise.all([
    startMercadoPago({ sellers: [SELLER, { token: 'APP_USR-plataforma', userId: 5002, email: 'eu@vitrine.example' }] }),
    startDiscord({ redirectUris: [`${publicUrl}/profile`] }),
  ]);
  const server = await startTestServer({
    env: {
      PORT: String(port),
      VITRINE_PUBLIC_URL: publicUrl,
      MERCADOPAGO_API_URL: provider.url,
      MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-plataforma',
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
    },
  });
  return {
    db: server.db,
    call: (what, options) => send(server.address, what, options),
    consented: await consent(server.address),
    sellerToken: SELLER.token,
    pay(reference) {
      const [payment] = provider.control.payments({ externalReference: reference });
      if (!payment) throw new Error(`the provider knows no payment of ${reference}`);
      provider.control.approve(payment.id);
    },
    mailedToken: (email) => newestMailToken(server, email),
    async close() {
      await server.close();
      await Promise.all([provider.close(), discord.close()]);
    },
  };
}
