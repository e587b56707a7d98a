/**
 * The service worker of the panel's host: it shows notices, also while the panel is closed, and opens what they are about. It
 * answers no request and keeps nothing (docs/decisions/0112-push-to-the-persons-browsers.md).
 *
 * It is one classic script without imports. The server answers it at /sw.js.
 */

interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends LongEvent {
  data: { json(): unknown } | null;
}
interface ClickEvent extends LongEvent {
  notification: Notification;
}
interface Opened {
  url: string;
  focus(): Promise<unknown>;
}
interface PanelWorker {
  addEventListener(name: 'install', hear: (event: LongEvent) => void): void;
  addEventListener(name: 'push', hear: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', hear: (event: ClickEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<Opened[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
}
const panel = self as unknown as PanelWorker;

panel.addEventListener('install', (event) => event.waitUntil(panel.skipWaiting()));

panel.addEventListener('push', (event) => {
  const { title, body, path, tag } = wordsOf(event);
  event.waitUntil(
    panel.registration.showNotification(title, { body, tag, lang: 'pt-BR', icon: '/favicon.ico', data: path }),
  );
});

/** A browser asks us to show something for each message, so one that cannot be read is shown too. */
function wordsOf({ data }: PushEvent): { title: string; body: string; path: string; tag: string } {
  const unread = { title: 'Vitrine', body: 'Há um aviso novo no painel.', path: '/alerts', tag: 'vitrine' };
  try {
    return { ...unread, ...(data?.json() as object | undefined) };
  } catch {
    return unread;
  }
}

panel.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Shows the tab that is there already, else opens a new one: a tab with a form half filled in stays as it is. */
async function open(path: string): Promise<void> {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const tabs = await panel.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find(({ url }) => url === address.href);
  await (shown ? shown.focus() : panel.clients.openWindow(address.href));
}
