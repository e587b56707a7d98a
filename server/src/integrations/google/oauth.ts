import { z } from 'zod';
import { callJson, formInit, type Identity, OauthError } from '../oauth.ts';

export interface GoogleLogin {
  authorizeUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
}

const Token = z.object({ id_token: z.string().min(1) });
const Claims = z.object({
  iss: z.enum(['https://accounts.google.com', 'accounts.google.com']),
  aud: z.string(),
  exp: z.number(),
  nonce: z.string(),
  sub: z.string().regex(/^\d{1,255}$/),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

const CLOCK_SECONDS = 60;

/** The address for the browser: OpenID Connect's code flow with PKCE and a nonce. */
export function googleAuthorizeUrl(
  login: GoogleLogin,
  { state, nonce, challenge, redirectUri }: { state: string; nonce: string; challenge: string; redirectUri: string },
): string {
  const url = new URL(login.authorizeUrl);
  const query = {
    response_type: 'code',
    client_id: login.clientId,
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state,
    nonce,
    prompt: 'select_account',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Trades a code for the person. The id token comes from the token endpoint itself, so checking its signature adds
 * nothing (OpenID Connect Core 3.1.3.7, 6). Issuer, audience, expiry and nonce are checked. Throws OauthError.
 */
export async function readGoogleUser(
  login: GoogleLogin,
  { code, verifier, nonce, redirectUri }: { code: string; verifier: string; nonce: string; redirectUri: string },
): Promise<Identity> {
  const { id_token } = await callJson(
    login.tokenUrl,
    formInit({
      grant_type: 'authorization_code',
      client_id: login.clientId,
      client_secret: login.clientSecret,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
    Token,
  );
  const claims = Claims.safeParse(payloadOf(id_token));
  if (!claims.success) throw new OauthError('other', 'the id token is malformed');
  const { aud, exp, sub, name, email, email_verified } = claims.data;
  const current = exp > Date.now() / 1000 - CLOCK_SECONDS;
  if (aud !== login.clientId || !current || claims.data.nonce !== nonce) {
    throw new OauthError('other', 'the id token is not for this login');
  }
  const address = email ?? null;
  return {
    id: sub,
    name: name || address || 'Conta Google',
    email: address,
    emailVerified: email_verified === true,
    avatar: null,
  };
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
