/** A person with a Google account. Only `sub` never changes. */
export type GoogleUser = { sub: string; name: string; email: string; emailVerified: boolean };

export const DEMO_USERS: readonly GoogleUser[] = [
  { sub: '104512380912345678901', name: 'Ana Souza', email: 'ana@exemplo.com.br', emailVerified: true },
  { sub: '109876543210987654321', name: 'Gabriel Rocha', email: 'gabriel@exemplo.com.br', emailVerified: true },
  {
    sub: '112233445566778899001',
    name: 'Helena (e-mail não verificado)',
    email: 'helena@exemplo.com.br',
    emailVerified: false,
  },
];

export type AuthorizeRequest = {
  redirectUri: string;
  scopes: string[];
  state: string | null;
  nonce: string | null;
  challenge: { method: 'S256' | 'plain'; value: string } | null;
};

/** Shown on Google's own page; the browser is never sent back. `reason` is Google's short name. */
export class AuthorizeError extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

type Client = { clientId: string; redirectUris: string[] };

/** Reads and checks the query of the authorize page. Throws AuthorizeError. */
export function readAuthorizeRequest(client: Client, query: Record<string, unknown>): AuthorizeRequest {
  const text = (name: string): string | null => {
    const value = query[name];
    if (value === undefined || value === '') return null;
    if (typeof value === 'string') return value;
    throw new AuthorizeError('invalid_request', `O parâmetro ${name} veio mais de uma vez.`);
  };
  if (text('client_id') !== client.clientId) throw new AuthorizeError('invalid_client', 'Aplicativo desconhecido.');
  const redirectUri = text('redirect_uri');
  if (redirectUri === null || !client.redirectUris.includes(redirectUri)) {
    throw new AuthorizeError('redirect_uri_mismatch', 'O redirect_uri não está registrado neste aplicativo.');
  }
  if (text('response_type') !== 'code')
    throw new AuthorizeError('unsupported_response_type', 'Use response_type=code.');
  const scopes = (text('scope') ?? '').split(' ').filter(Boolean);
  if (!scopes.includes('openid')) throw new AuthorizeError('invalid_scope', 'O escopo openid é obrigatório.');
  const value = text('code_challenge');
  const method = text('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') {
    throw new AuthorizeError('invalid_request', 'code_challenge_method inválido.');
  }
  const challenge = value === null ? null : ({ method, value } as const);
  return { redirectUri, scopes, state: text('state'), nonce: text('nonce'), challenge };
}
