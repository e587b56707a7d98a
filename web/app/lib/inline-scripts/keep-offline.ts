/** Time from the end of loading to registering the service worker, in ms: the first picture and the page's script come first. */
const PAUSE_MS = 3_000;

/**
 * Registers the service worker of a shop (web/service-worker/worker.ts). The policy of the page lets exactly this Trusted Types
 * policy give the address of a script. The function is sent as text: it may use only its arguments.
 */
function registerWorker(address: string, pause: number): void {
  // Browsers have none on plain http, or where the person refused storage.
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const register = () => {
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
export const keepOffline = `(${registerWorker})("/sw.js",${PAUSE_MS})`;
