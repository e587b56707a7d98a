import { call } from '../lib/call.ts';
import type { Provider } from './oauth.ts';

/**
 * A login at a provider that confirms this session opens in a window of its own, so nothing typed in this one is
 * lost.
 * The provider's pages cut the link between the two windows. So the new window finds its purpose in local storage, by
 * its `state`, and reports its end on a broadcast channel.
 */
const KEY = 'confirming';
const CHANNEL = 'confirmed';
/** The server keeps the state for as long. */
const LIFE_MS = 600_000;

interface Confirming {
  state: string;
  provider: Provider;
  at: number;
}

/** Opens the provider's window and returns a function that stops waiting. `done` gets a failure's text, or null. */
export async function openConfirmWindow(
  provider: Provider,
  done: (failure: string | null) => void,
): Promise<() => void> {
  // The window opens now, during the press: browsers block a window that opens later.
  const opened = window.open('', '_blank', 'popup,width=480,height=720');
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => done(typeof data === 'string' ? data : null);
  try {
    const { url } = await call(`POST /account/confirm/${provider}`, {});
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

/** The provider that this return confirms. Null when the return is a login or adds a provider. */
export function confirmingProvider(state: string | null): Provider | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Confirming | null;
    if (!kept || kept.state !== state || Date.now() - kept.at > LIFE_MS) return null;
    return kept.provider === 'google' ? 'google' : 'discord';
  } catch {
    return null;
  }
}

/** Reports the end to the waiting window, and closes this one if the browser allows it. */
export function endConfirmWindow(failure: string | null): void {
  localStorage.removeItem(KEY);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(failure);
  channel.close();
  window.close();
}
