import type { User } from '@vitrine/contract/account-answers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { useAppStore } from '../state/app-store.ts';
import {
  exchangeCode,
  exchangeErrorText,
  rememberedLogin,
  rememberLogin,
  returnErrorText,
  returnFailed,
} from './oauth.ts';

afterEach(() => vi.unstubAllGlobals());

describe('OAuth return', () => {
  it('says what SPEC.md section 8 says', () => {
    const text = (status: number, code = 'x', messages: string[] = []) =>
      exchangeErrorText(new ApiError({ status, code, messages }), 'discord');
    expect(returnErrorText('access_denied', 'discord')).toBe('Autorização cancelada pelo usuário.');
    expect(returnErrorText('server_error', 'discord')).toBe('Erro ao autenticar com o Discord');
    expect(text(0, 'timeout')).toBe('Timeout na requisição. Verifique sua conexão.');
    expect(text(500)).toBe('Erro interno do servidor. Tente novamente.');
    expect(text(400)).toBe('Código de autorização inválido ou expirado.');
    expect(text(403)).toBe('Falha no login via Discord.');
    expect(text(409, 'discord_link_required', ['Já existe uma conta com este e-mail.'])).toBe(
      'Já existe uma conta com este e-mail.',
    );
  });

  it('sends a code once, however often it is asked', async () => {
    const user = { id: 'u1', name: 'Marina' };
    const fetchMock = vi.fn<typeof fetch>(async () => Response.json({ success: true, token: 'tok', user }));
    vi.stubGlobal('fetch', fetchMock);
    const outcomes = await Promise.all([exchangeCode('discord', 'c1', 's'), exchangeCode('discord', 'c1', 's')]);
    expect(outcomes).toEqual([
      { ok: true, name: 'Marina' },
      { ok: true, name: 'Marina' },
    ]);
    await exchangeCode('discord', 'c1', 's');
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"code":"c1","state":"s"}');
    expect(useAppStore.getState().auth).toMatchObject({ isLoggedIn: true, token: 'tok' });
  });

  it('needs both token and user', async () => {
    useAppStore.getState().loggedOut();
    vi.stubGlobal('fetch', async () => Response.json({ success: true, token: 'tok' }));
    expect(await exchangeCode('discord', 'c2', null)).toEqual({ ok: false, message: 'Token ou usuário ausente' });
    expect(useAppStore.getState().auth).toMatchObject({
      isLoggedIn: false,
      token: false,
      error: 'Token ou usuário ausente',
    });
  });

  it('keeps the session of a logged-in person when adding a provider fails', async () => {
    const user = { id: 'u1', name: 'Marina' } as User;
    useAppStore.getState().loginSucceeded('tok', user);
    const taken = { success: false, code: 'identity_taken', error: 'Este login já está vinculado a outra conta.' };
    vi.stubGlobal('fetch', async () => Response.json(taken, { status: 409 }));
    expect(await exchangeCode('discord', 'c3', 's')).toEqual({ ok: false, message: taken.error });
    returnFailed('Autorização cancelada pelo usuário.');
    const kept = { isLoggedIn: true, token: 'tok', user, isLoading: false, error: null };
    expect(useAppStore.getState().auth).toEqual(kept);

    useAppStore.getState().loggedOut();
    returnFailed('Autorização cancelada pelo usuário.');
    expect(useAppStore.getState().auth).toMatchObject({
      isLoggedIn: false,
      error: 'Autorização cancelada pelo usuário.',
    });
  });

  it('remembers the purpose of a login for this tab, and reads unusable data as a login with Discord', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    const usual = { provider: 'discord', purpose: 'login', next: null };
    expect(rememberedLogin()).toEqual(usual);
    rememberLogin('google', { purpose: 'link' });
    expect(rememberedLogin()).toEqual({ provider: 'google', purpose: 'link', next: null });
    rememberLogin('google', { next: '/invitations/accept?token=x' });
    expect(rememberedLogin()).toEqual({ provider: 'google', purpose: 'login', next: '/invitations/accept?token=x' });
    for (const nonsense of ['google', '{"provider":1,"purpose":2,"next":3}', 'null']) {
      kept.set('login-provider', nonsense);
      expect(rememberedLogin()).toEqual(usual);
    }
  });
});
