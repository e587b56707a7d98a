import type { Clock } from '../lib/clock.ts';
import type { GoogleUser } from './accounts.ts';
import type { TokenFault, TokenKey } from './id-token.ts';

export type Code = {
  user: GoogleUser;
  redirectUri: string;
  scopes: string[];
  nonce: string | null;
  challenge: { method: 'S256' | 'plain'; value: string } | null;
  madeAt: number;
};

export type GoogleState = {
  clock: Clock;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  users: Map<string, GoogleUser>;
  codes: Map<string, Code>;
  key: TokenKey;
  /** How to spoil the next id_tokens, one entry each. */
  tokenFaults: TokenFault[];
};
