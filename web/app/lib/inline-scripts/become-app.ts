/** This long after the page is loaded, in ms, the shop becomes an app: the first picture and the page's script come first. */
const PAUSE_MS = 3_000;

/**
 * Names the manifest of a shop and registers its service worker (web/service-worker/worker.ts). A browser loads the manifest and
 * its icon at once, before the pictures of the page, so the page itself does not name it. The policy of the page lets exactly this
 * Trusted Types policy give the address of a script. The function is sent as text: it may use only its arguments.
 */
function becomeApp(manifest: string, address: string, pause: number): void {
  const register = () => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: manifest }));
    // A browser has no service workers on plain http, or if the person refused storage.
    const workers = navigator.serviceWorker;
    if (!workers) return;
    const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): Rules } };
    interface Rules {
      createScriptURL(text: string): string;
    }
    const rules = trustedTypes?.createPolicy('vitrine-worker', { createScriptURL: () => address });
    workers.register(rules ? rules.createScriptURL('') : address).catch(() => {});
  };
  addEventListener('load', () => setTimeout(register, pause));
}

/** The text of that script. */
export const shopAsApp = `(${becomeApp})("/manifest.webmanifest","/sw.js",${PAUSE_MS})`;
