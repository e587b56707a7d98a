import { sql } from 'kysely';
import { type DiscordStandin, startDiscord } from '../../../standins/discord/discord.ts';
import { type GoogleStandin, startGoogle } from '../../../standins/google/google.ts';
import { createTestApp, type TestApp } from './app.ts';

type Provider = 'discord' | 'google';

/** What a browser brings back from a provider. */
interface Return {
  code: string;
  state: string;
  cookie: string;
}

/** A product beside the stand-ins of Discord and Google, and what a person with a browser does there. */
export interface ProviderLogins {
  app: TestApp;
  discord: DiscordStandin;
  google: GoogleStandin;
  /** The variables that make another product use the same stand-ins. */
  env: Record<string, string>;
  /** Goes to the provider and agrees there. With `link`, the token of a session, to link its account. */
  leave(provider: Provider, id: string, link?: string): Promise<Return>;
  /** Comes back, with a session's token where there is one. */
  arrive(provider: Provider, back: Partial<Return>, token?: string): ReturnType<TestApp['post']>;
  /** Leaves and arrives. */
  enter(provider: Provider, id: string): ReturnType<TestApp['post']>;
  /** Forgets accounts, mails, states and faults. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export const LOGINS_URL = 'http://vitrine.localhost:3000';

/** The status, and the code of a refusal or "ok". */
export const outcome = (answer: { status: number; json(): Record<string, unknown> }) => [
  answer.status,
  answer.json().code ?? 'ok',
];

/** Follows an authorize address as a person would, choosing an account. */
async function consent(address: string, choice: Record<string, string>): Promise<URLSearchParams> {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(choice), redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? 'none:').searchParams;
}

const choose = (provider: Provider, id: string): Record<string, string> =>
  provider === 'discord' ? { user: id, decision: 'authorize' } : { sub: id, decision: 'allow' };

/** Starts the product and both stand-ins. */
export async function startProviderLogins(): Promise<ProviderLogins> {
  const redirectUris = [`${LOGINS_URL}/profile`];
  const [discord, google] = await Promise.all([startDiscord({ redirectUris }), startGoogle({ redirectUris })]);
  const env = {
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_AUTHORIZE_URL: discord.authorizeUrl,
    DISCORD_CDN_URL: discord.cdnUrl,
    DISCORD_CLIENT_ID: discord.clientId,
    DISCORD_CLIENT_SECRET: discord.clientSecret,
    GOOGLE_AUTHORIZE_URL: google.authorizeUrl,
    GOOGLE_TOKEN_URL: google.tokenUrl,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  };
  const app = await createTestApp({ env: { VITRINE_PUBLIC_URL: LOGINS_URL, ...env } });

  async function leave(provider: Provider, id: string, link?: string): Promise<Return> {
    const started = link
      ? await app.post(`/v1/account/link/${provider}`, {}, { token: link })
      : await app.get(`/v1/login/${provider}/start`);
    const address = link ? (started.json().url as string) : String(started.headers.location);
    const cookie = String(started.headers['set-cookie']);
    const back = await consent(address, choose(provider, id));
    return { code: back.get('code') ?? '', state: back.get('state') ?? '', cookie: cookie.split(';')[0] ?? '' };
  }
  const arrive: ProviderLogins['arrive'] = (provider, { code, state, cookie }, token) =>
    app.post(`/v1/login/${provider}`, { code, state }, { ...(token && { token }), headers: cookie ? { cookie } : {} });

  return {
    app,
    discord,
    google,
    env,
    leave,
    arrive,
    enter: async (provider, id) => arrive(provider, await leave(provider, id)),
    async reset() {
      discord.control.reset();
      google.control.reset();
      await sql`truncate account, session, oauth_state, throttle, one_time_token, mail cascade`.execute(app.db);
    },
    async close() {
      await app.close();
      await Promise.all([discord.close(), google.close()]);
    },
  };
}
