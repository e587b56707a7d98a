import type { LoginAnswer } from '@vitrine/contract/accounts';
import { ApiError, api } from '../lib/api.ts';
import { useAppStore } from '../state/app-store.ts';
import { isUser } from '../state/session-storage.ts';

export type Provider = 'discord' | 'google';

export const providerNames: Record<Provider, string> = { discord: 'Discord', google: 'Google' };

/** Where a login begins: the server makes state and verifier, and redirects to the provider. */
export const startAddress = (provider: Provider) => `/v1/login/${provider}/start`;

const PENDING_KEY = 'login-provider';

/** What a login at a provider was begun for. */
export interface PendingLogin {
  provider: Provider;
  /** `link` adds the provider to the account that is logged in. */
  purpose: 'login' | 'link';
  /** Where the person wanted to go before they had to log in. */
  next: string | null;
}

/** A return from a provider that came to nothing: what it was for, and why not. */
export interface FailedReturn extends Pick<PendingLogin, 'provider' | 'purpose'> {
  failure: string;
}

/** Both providers return to /profile; what was clicked is remembered for this tab. */
export function rememberLogin(provider: Provider, about: { purpose?: 'link'; next?: string | null } = {}): void {
  const pending: PendingLogin = { provider, purpose: about.purpose ?? 'login', next: about.next ?? null };
  try {
    sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending));
  } catch {
    // Without session storage the return falls back to a login with Discord, the usual one.
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

/** Leaves for a provider to add it to the account that is logged in. Rejects when the server does not let it begin. */
export async function startLink(provider: Provider): Promise<void> {
  const { url } = await api<{ url: string }>('POST', `/account/link/${provider}`, { body: {} });
  rememberLogin(provider, { purpose: 'link' });
  window.location.assign(url);
}

/** Leaves for a provider to log in. */
export function startLogin(provider: Provider): void {
  rememberLogin(provider);
  window.location.assign(startAddress(provider));
}

/** Text for a return that carries an error instead of a code (SPEC.md section 8). */
export function returnErrorText(error: string, provider: Provider): string {
  if (error === 'access_denied') return 'Autorização cancelada pelo usuário.';
  return `Erro ao autenticar com o ${providerNames[provider]}`;
}

/** Text for a failed code exchange (SPEC.md section 8): fixed ones first, then the server's own words. */
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
 * Sends the code, once: a second call with the same code (StrictMode, a revalidation, the back button) joins the first,
 * since the provider refuses a code that was used. The session is in the state when this resolves; it never rejects.
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
  // Who is logged in already is adding a provider: nothing of their session changes until that has worked.
  if (!auth.isLoggedIn) loginStarted();
  try {
    const body = state === null ? { code } : { code, state };
    const { token, user } = await api<Partial<LoginAnswer>>('POST', `/login/${provider}`, { body });
    if (!token || !isUser(user)) throw new Error('Token ou usuário ausente');
    loginSucceeded(token, user);
    return { ok: true, name: user.name };
  } catch (error) {
    const message = exchangeErrorText(error, provider);
    returnFailed(message);
    return { ok: false, message };
  }
}

/** A return that came to nothing: the auth state tells why, unless somebody is logged in, who stays so. */
export function returnFailed(message: string): void {
  const { auth, loginFailed } = useAppStore.getState();
  if (!auth.isLoggedIn) loginFailed(message);
}
