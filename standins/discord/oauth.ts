import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { World } from './world.ts';

/** Codes live about 100 s (facts: section 2). */
const CODE_MS = 100_000;
const TOKEN_SECONDS = 604_800;

export const KNOWN_SCOPES = new Set(['identify', 'email', 'guilds', 'guilds.join', 'bot', 'applications.commands']);

type Challenge = { method: 'S256' | 'plain'; value: string };
type Code = {
  userId: string;
  scopes: string[];
  redirectUri: string;
  challenge: Challenge | null;
  guildId: string | null;
  madeAt: number;
};
export type Token = { userId: string; scopes: string[]; expiresAt: number; refreshToken: string };

export type TokenAnswer = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};

/** RFC 6749 errors with Discord's texts (facts: section 2, table of failures). */
export class OAuthError extends Error {
  readonly status: number;
  readonly error: string;
  readonly description: string | undefined;

  constructor(status: number, error: string, description?: string) {
    super(description ?? error);
    this.status = status;
    this.error = error;
    this.description = description;
  }

  body(): { error: string; error_description?: string } {
    return { error: this.error, ...(this.description && { error_description: this.description }) };
  }
}

const invalidCode = (): OAuthError => new OAuthError(400, 'invalid_grant', 'Invalid "code" in request.');
const random = (): string => randomBytes(24).toString('base64url');

function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** The codes and tokens of this Discord. */
export class OAuth {
  readonly #world: World;
  readonly #codes = new Map<string, Code>();
  readonly #tokens = new Map<string, Token>();

  constructor(world: World) {
    this.#world = world;
  }

  clear(): void {
    this.#codes.clear();
    this.#tokens.clear();
  }

  /** A code for one exchange within 100 s. */
  issueCode(input: Omit<Code, 'madeAt'>): string {
    const code = random();
    this.#codes.set(code, { ...input, madeAt: this.#world.clock.now() });
    return code;
  }

  /**
   * Exchanges a code. The first attempt of its own client uses it up, whether it succeeds or not.
   * Throws invalid_grant if it is wrong, used or too old, or if redirect or verifier do not fit.
   */
  exchange(input: { code: string; redirectUri: string; verifier: string | undefined }): {
    answer: TokenAnswer;
    guildId: string | null;
  } {
    const code = this.#codes.get(input.code);
    this.#codes.delete(input.code);
    if (!code || this.#world.clock.now() - code.madeAt > CODE_MS) throw invalidCode();
    if (code.redirectUri !== input.redirectUri) throw invalidCode();
    if (!verifierFits(code.challenge, input.verifier)) throw invalidCode();
    return { answer: this.#issueTokens(code.userId, code.scopes), guildId: code.guildId };
  }

  /** New tokens for a refresh token, which is used up. Throws invalid_grant. */
  refresh(refreshToken: string): TokenAnswer {
    const found = [...this.#tokens].find(([, token]) => token.refreshToken === refreshToken);
    if (!found) throw new OAuthError(400, 'invalid_grant', 'Invalid "refresh_token" in request.');
    this.#tokens.delete(found[0]);
    return this.#issueTokens(found[1].userId, found[1].scopes);
  }

  /** Ends the authorization behind a token: every token of that person ends. Unknown tokens are accepted. */
  revoke(token: string): void {
    const owner = [...this.#tokens].find(([access, each]) => access === token || each.refreshToken === token)?.[1];
    if (!owner) return;
    for (const [access, each] of [...this.#tokens]) if (each.userId === owner.userId) this.#tokens.delete(access);
  }

  /** Whether this person has allowed all these scopes and not revoked them, for `prompt=none`. */
  hasAuthorized(userId: string, scopes: string[]): boolean {
    const held = [...this.#tokens.values()].filter((token) => token.userId === userId);
    return held.some((token) => scopes.every((scope) => token.scopes.includes(scope)));
  }

  read(accessToken: string): Token | undefined {
    const token = this.#tokens.get(accessToken);
    return token && token.expiresAt > this.#world.clock.now() ? token : undefined;
  }

  /** How many codes and tokens are live, for the developer's page. */
  counts(): { codes: number; tokens: number } {
    return { codes: this.#codes.size, tokens: this.#tokens.size };
  }

  /** Throws 401 invalid_client unless id and secret are this application's. */
  checkClient(id: string | undefined, secret: string | undefined): void {
    const { application } = this.#world;
    const fits = sameText(id ?? '', application.id) && sameText(secret ?? '', application.secret);
    if (!fits) throw new OAuthError(401, 'invalid_client');
  }

  #issueTokens(userId: string, scopes: string[]): TokenAnswer {
    const [access, refreshToken] = [random(), random()];
    const expiresAt = this.#world.clock.now() + TOKEN_SECONDS * 1000;
    this.#tokens.set(access, { userId, scopes, expiresAt, refreshToken });
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    };
  }
}

/** RFC 7636. A verifier without a challenge is refused too: somebody may have removed the challenge. */
function verifierFits(challenge: Challenge | null, verifier: string | undefined): boolean {
  if (!challenge) return verifier === undefined;
  if (verifier === undefined) return false;
  const value = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return sameText(value, challenge.value);
}
