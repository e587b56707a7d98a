import type { LoginAnswer } from '@vitrine/contract/account-answers';
import { addressOf } from '@vitrine/contract/calls/address';
import { ApiError } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { useAppStore } from '../state/app-store.ts';
import { isUser } from '../state/session-storage.ts';

export type Provider = 'discord' | 'google';

export const providerNames: Record<Provider, string> = { discord: 'Discord', google: 'Google' };

/** The server's address that starts a login: it makes state and verifier, and redirects to the provider. */
export const startAddress = (provider: Provider) => addressOf(`GET /login/${provider}/start`);

const PENDING_KEY = 'login-provider';

/** The purpose of a login at a provider. */
export interface PendingLogin {
  provider: Provider;
  /** `link` adds the provider to the account that is logged in. */
  purpose: 'login' | 'link';
  /** The page that the person wanted before the login. */
  next: string | null;
}

/** A return from a provider without a login: its purpose, and the reason. */
export interface FailedReturn extends Pick<PendingLogin, 'provider' | 'purpose'> {
  failure: string;
}

/** Remembers for this tab which login was clicked: both providers return to the same address, /profile. */
export function rememberLogin(provider: Provider, options: { purpose?: 'link'; next?: string | null } = {}): void {
  const pending: PendingLogin = { provider, purpose: options.purpose ?? 'login', next: options.next ?? null };
  try {
    sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
  } catch {
    // Without session storage, the return counts as a login with Discord, the most common one.
  }
}

export function rememberedLogin(): PendingLogin {
  try {
    const { provider, purpose, next } = JSON.parse(
      sessionStorage.getItem(PENDING_KEY) ?? '{}',
    ) as Partial<PendingLogin>;
    return {
      provider: provider === 'google' ? 'google' : 'discord',
      purpose: purpose === 'link' ? 'link' : 'login',
      next: typeof next === 'string' ? next : null,
    };
  } catch {
    return { provider: 'discord', purpose: 'login', next: null };
  }
}

/** Goes to a provider and adds it to the logged-in account. Rejects when the server refuses to start. */
export async function startLink(provider: Provider): Promise<void> {
  const { url } = await call(`POST /account/link/${provider}`, {});
  rememberLogin(provider, { purpose: 'link' });
  window.location.assign(url);
}

/** Goes to a provider for a login. */
export function startLogin(provider: Provider): void {
  rememberLogin(provider);
  window.location.assign(startAddress(provider));
}

/** Text for a return that carries an error instead of a code (SPEC.md section 8). */
export function returnErrorText(error: string, provider: Provider): string {
  if (error === 'access_denied') return 'Autorização cancelada pelo usuário.';
  return `Erro ao autenticar com o ${providerNames[provider]}`;
}

/** Text for a failed code exchange: the fixed texts of SPEC.md section 8 first, else the server's own. */
export function exchangeErrorText(error: unknown, provider: Provider): string {
  if (!(error instanceof ApiError)) {
    return error instanceof Error && error.message
      ? error.message
      : `Erro ao autenticar com ${providerNames[provider]}`;
  }
  if (error.code === 'timeout') return 'Timeout na requisição. Verifique sua conexão.';
  if (error.messages.length > 0) return error.messages.join('\n');
  if (error.status === 500) return 'Erro interno do servidor. Tente novamente.';
  if (error.status === 400) return 'Código de autorização inválido ou expirado.';
  return `Falha no login via ${providerNames[provider]}.`;
}

export type OauthOutcome = { ok: true; name: string } | { ok: false; message: string };

const exchanges = new Map<string, Promise<OauthOutcome>>();

/**
 * Sends the code once. A second call with the same code (StrictMode, a revalidation, the back button) joins the
 * first, because the provider refuses a used code. When this resolves, the state holds the session. It never rejects.
 */
export function exchangeCode(provider: Provider, code: string, state: string | null): Promise<OauthOutcome> {
  const known = exchanges.get(code);
  if (known) return known;
  const running = exchange(provider, code, state);
  exchanges.set(code, running);
  return running;
}

async function exchange(provider: Provider, code: string, state: string | null): Promise<OauthOutcome> {
  const { auth, loginStarted, loginSucceeded } = useAppStore.getState();
  // A person who is logged in adds a provider. Their session stays as it is until the provider is added.
  if (!auth.isLoggedIn) loginStarted();
  try {
    const body = state === null ? { code } : { code, state };
    const { token, user }: Partial<LoginAnswer> = await call(`POST /login/${provider}`, { body });
    if (!token || !isUser(user)) throw new Error('Token ou usuário ausente');
    loginSucceeded(token, user);
    return { ok: true, name: user.name };
  } catch (error) {
    const message = exchangeErrorText(error, provider);
    returnFailed(message);
    return { ok: false, message };
  }
}

/** A return without a login. The auth state holds the reason. A person who is logged in stays logged in. */
export function returnFailed(message: string): void {
  const { auth, loginFailed } = useAppStore.getState();
  if (!auth.isLoggedIn) loginFailed(message);
}
