import { createHash, randomBytes } from 'node:crypto';
import { addressOf } from '@vitrine/contract/calls/address';
import type { ErrorCode } from '@vitrine/contract/errors';
import type { Config } from '../../../config.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { hashToken } from '../../../http/session.ts';
import { discordAuthorizeUrl, readDiscordUser } from '../../../integrations/discord/oauth.ts';
import { googleAuthorizeUrl, readGoogleUser } from '../../../integrations/google/oauth.ts';
import { OauthError } from '../../../integrations/oauth.ts';
import type { ProvenIdentity, Provider } from './adopt-identity.ts';

/**
 * The return addresses that are registered at the providers, all on the apex. Owners return to the profile (SPEC.md, route
 * table). Customers of stores return to a route that sends them on, because no provider takes an address per store.
 */
const returnPaths = { owner: '/profile', customer: addressOf('GET /customer/discord/return') } as const;
export type Return = keyof typeof returnPaths;
const redirectUri = (config: Config, to: Return) => `${config.publicUrl}${returnPaths[to]}`;
/** The nonce is a hash of the state, so no row is needed. Whoever reads the id token cannot get the state from it. */
const nonceOf = (state: string) => hashToken(`nonce:${state}`).toString('base64url');

function clientOf<C extends { clientId?: string | undefined; clientSecret?: string | undefined }>(settings: C) {
  const { clientId, clientSecret } = settings;
  return clientId && clientSecret ? { ...settings, clientId, clientSecret } : undefined;
}

/** Whether this installation has the provider's credentials. */
export function isConfigured(config: Config, provider: Provider): boolean {
  return clientOf(config[provider]) !== undefined;
}

/** A PKCE verifier, which stays here, and its challenge (S256), which goes to the provider. */
export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(48).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The address to send the browser to; undefined if the provider is not configured. */
export function authorizeUrl(
  config: Config,
  provider: Provider,
  { state, challenge, to }: { state: string; challenge: string; to: Return },
): string | undefined {
  const query = { state, challenge, redirectUri: redirectUri(config, to) };
  if (provider === 'discord') {
    const client = clientOf(config.discord);
    return client && discordAuthorizeUrl(client, query);
  }
  const client = clientOf(config.google);
  return client && googleAuthorizeUrl(client, { ...query, nonce: nonceOf(state) });
}

/** The code that the person gets for each failure (facts/discord.md section 2, table of failures). */
const refusals: Record<Provider, Record<OauthError['kind'], ErrorCode>> = {
  discord: {
    code: 'discord_code_invalid',
    ours: 'discord_failed',
    timeout: 'discord_timeout',
    other: 'discord_login_failed',
  },
  google: { code: 'google_code_invalid', ours: 'google_failed', timeout: 'google_failed', other: 'google_failed' },
};

/** Exchanges the code for the person's identity. Call it once per code and outside transactions. */
export async function readIdentity(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  provider: Provider,
  { code, state, verifier, to }: { code: string; state: string; verifier: string; to: Return },
): Promise<ProvenIdentity> {
  const proof = { code, verifier, redirectUri: redirectUri(config, to) };
  try {
    if (provider === 'discord') {
      const client = clientOf(config.discord);
      if (client) return await readDiscordUser(client, proof);
    } else {
      const client = clientOf(config.google);
      if (client) return await readGoogleUser(client, { ...proof, nonce: nonceOf(state) });
    }
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    // A refused client or secret needs the operator. Other failures are normal.
    log[error.kind === 'ours' ? 'error' : 'warn'](
      { provider, kind: error.kind, reason: error.message },
      'login failed',
    );
    throw new Refusal(refusals[provider][error.kind]);
  }
  throw new Refusal('login_not_configured');
}
