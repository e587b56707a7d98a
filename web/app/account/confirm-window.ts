import { api } from '../lib/api.ts';
import type { Provider } from './oauth.ts';

/**
 * Confirming at a provider happens in a window of its own, so that nothing typed in this one is lost. The provider's pages
 * cut the two apart: the window finds what it is for in local storage, by its state, and tells of its end on a channel.
 */
const KEY = 'confirming';
const CHANNEL = 'confirmed';
/** As long as the server keeps the state. */
const LIFE_MS = 600_000;

interface Confirming {
  state: string;
  provider: Provider;
  at: number;
}

/** Opens the provider's window; answers with what ends the waiting. `done` gets the text of a failure, or null. */
export async function openConfirmWindow(
  provider: Provider,
  done: (failure: string | null) => void,
): Promise<() => void> {
  // At once, while the press still allows it: browsers block windows that open later.
  const opened = window.open('', '_blank', 'popup,width=480,height=720');
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => done(typeof data === 'string' ? data : null);
  try {
    const { url } = await api<{ url: string }>('POST', `/account/confirm/${provider}`, { body: {} });
    const state = new URL(url).searchParams.get('state') ?? '';
    localStorage.setItem(KEY, JSON.stringify({ state, provider, at: Date.now() } satisfies Confirming));
    if (opened) opened.location.href = url;
    else window.open(url, '_blank');
  } catch (error) {
    opened?.close();
    channel.close();
    throw error;
  }
  return () => channel.close();
}

/** The provider that this return confirms, or null for a return that is a login or a link. */
export function confirmingProvider(state: string | null): Provider | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Confirming | null;
    if (!kept || kept.state !== state || Date.now() - kept.at > LIFE_MS) return null;
    return kept.provider === 'google' ? 'google' : 'discord';
  } catch {
    return null;
  }
}

/** Tells the window that waits, and closes this one where the browser lets it. */
export function endConfirmWindow(failure: string | null): void {
  localStorage.removeItem(KEY);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(failure);
  channel.close();
  window.close();
}
