import type { ErrorCode } from '@vitrine/contract/errors';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { hashToken } from '../../http/session.ts';
import { discordAuthorizeUrl, readDiscordUser } from '../../integrations/discord/oauth.ts';
import { googleAuthorizeUrl, readGoogleUser } from '../../integrations/google/oauth.ts';
import { OauthError } from '../../integrations/oauth.ts';
import type { ProvenIdentity, Provider } from './adopt-identity.ts';

/** The one address that is registered with the providers: both return to the profile (SPEC.md, route table). */
const redirectUri = (config: Config) => `${config.publicUrl}/profile`;
/** Needs no storing: who holds the state can make it, and who reads the id token cannot go back from it. */
const nonceOf = (state: string) => hashToken(`nonce:${state}`).toString('base64url');

function clientOf<C extends { clientId?: string | undefined; clientSecret?: string | undefined }>(settings: C) {
  const { clientId, clientSecret } = settings;
  return clientId && clientSecret ? { ...settings, clientId, clientSecret } : undefined;
}

/** Whether this installation has the provider's credentials. */
export function isConfigured(config: Config, provider: Provider): boolean {
  return clientOf(config[provider]) !== undefined;
}

/** Where to send the browser, or undefined when the provider is not configured. */
export function authorizeUrl(config: Config, provider: Provider, state: string, challenge: string): string | undefined {
  const query = { state, challenge, redirectUri: redirectUri(config) };
  if (provider === 'discord') {
    const client = clientOf(config.discord);
    return client && discordAuthorizeUrl(client, query);
  }
  const client = clientOf(config.google);
  return client && googleAuthorizeUrl(client, { ...query, nonce: nonceOf(state) });
}

/** What a failure is called to the person (facts/discord.md section 2, table of failures). */
const refusals: Record<Provider, Record<OauthError['kind'], ErrorCode>> = {
  discord: {
    code: 'discord_code_invalid',
    ours: 'discord_failed',
    timeout: 'discord_timeout',
    other: 'discord_login_failed',
  },
  google: { code: 'google_code_invalid', ours: 'google_failed', timeout: 'google_failed', other: 'google_failed' },
};

/** Trades the code for an identity. Never called twice for one code; no transaction may be open. */
export async function readIdentity(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  provider: Provider,
  { code, state, verifier }: { code: string; state: string; verifier: string },
): Promise<ProvenIdentity> {
  const proof = { code, verifier, redirectUri: redirectUri(config) };
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
    // A refused client or secret needs the operator; the rest happens.
    log[error.kind === 'ours' ? 'error' : 'warn'](
      { provider, kind: error.kind, reason: error.message },
      'login failed',
    );
    throw new Refusal(refusals[provider][error.kind]);
  }
  throw new Refusal('login_not_configured');
}
