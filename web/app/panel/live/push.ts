import type { PushAdd } from '@vitrine/contract/push';
import { call } from '../../lib/call.ts';

/** Whether this browser can show notices. No browser can on plain http, and some can only in an installed app. */
export const knowsPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const registration = async () => (knowsPush ? await navigator.serviceWorker.getRegistration('/') : undefined);

/** What this browser asked its push service for; null if it did not. */
const pushHere = async () => (await (await registration())?.pushManager.getSubscription()) ?? null;

/**
 * Asks for notices in this browser, and tells the server where to send them. Rejects if the person or the browser refuses. A
 * subscription that another installation's key made is thrown away. `key`: the installation's public key.
 */
export async function askForPush(key: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) !== key) await known.unsubscribe();
  const asked = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await tellServer(asked);
}

/** Ends the notices in this browser. The caller tells the server. */
export async function endPush(): Promise<void> {
  await (await pushHere())?.unsubscribe();
}

const MARK = 'vitrine-push';

/**
 * A person who logs in again in their browser gets notices again: the former ones ended with the session. Each tab tells the
 * server once.
 */
export async function renewPush(person: string): Promise<void> {
  if (!knowsPush || Notification.permission !== 'granted' || localStorage.getItem(MARK) !== person) return;
  if (sessionStorage.getItem(MARK) === person) return;
  const here = await pushHere();
  if (here) await tellServer(here);
  sessionStorage.setItem(MARK, person);
}

/** Remembers in this browser who wants notices in it; null: nobody. */
export function rememberPush(person: string | null): void {
  if (person === null) localStorage.removeItem(MARK);
  else localStorage.setItem(MARK, person);
}

const tellServer = (subscription: PushSubscription) =>
  call('POST /account/push', { body: subscription.toJSON() as PushAdd });

/** The key that a subscription was made with, in base64url. */
function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  if (!key) return '';
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
