import { z } from 'zod';
import { call, callJson, formInit, type Identity } from '../oauth.ts';

export interface DiscordLogin {
  apiUrl: string;
  authorizeUrl: string;
  clientId: string;
  clientSecret: string;
}

const Token = z.object({ access_token: z.string().min(1) });
/** facts/discord.md section 2: e-mail and avatar may be null or absent. */
const User = z.object({
  id: z.string().regex(/^\d{15,22}$/),
  username: z.string().min(1),
  global_name: z.string().nullish(),
  avatar: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/)
    .nullish()
    .catch(null),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
});

/** The API's address with its version, even if the setting has none. */
function versioned(apiUrl: string): string {
  const url = apiUrl.replace(/\/+$/, '');
  return /\/v\d+$/.test(url) ? url : `${url}/v10`;
}

/** The address for the browser: scopes identify and email, code flow with PKCE (SPEC.md, Chat-community OAuth). */
export function discordAuthorizeUrl(
  login: DiscordLogin,
  { state, challenge, redirectUri }: { state: string; challenge: string; redirectUri: string },
): string {
  const url = new URL(login.authorizeUrl);
  const query = {
    response_type: 'code',
    client_id: login.clientId,
    scope: 'identify email',
    redirect_uri: redirectUri,
    state,
    prompt: 'consent',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Trades a code for the person: gets a token, reads the user, and then revokes the token, which is needed once.
 * Throws OauthError. The same code must never be sent twice.
 */
export async function readDiscordUser(
  login: DiscordLogin,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<Identity> {
  const api = versioned(login.apiUrl);
  const client = { client_id: login.clientId, client_secret: login.clientSecret };
  const { access_token: token } = await callJson(
    `${api}/oauth2/token`,
    formInit({ ...client, grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    Token,
  );
  try {
    const user = await callJson(
      `${api}/users/@me`,
      { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } },
      User,
    );
    return {
      id: user.id,
      name: user.global_name || user.username,
      email: user.email ?? null,
      emailVerified: user.verified === true,
      avatar: user.avatar ?? null,
    };
  } finally {
    // Nobody waits for it: a token that was not revoked expires by itself.
    call(`${api}/oauth2/token/revoke`, formInit({ ...client, token, token_type_hint: 'access_token' })).catch(() => {});
  }
}
