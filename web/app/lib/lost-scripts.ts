const KEY = 'scripts-lost-at';
/** A page that still misses a script after it was loaded anew is broken otherwise: loading it again would never end. */
const AGAIN_AFTER_MS = 60_000;

/**
 * Loads the page anew, once, when a script that it wants is not there any more: a new version has replaced the one that
 * this page was made of. Without a connection nothing is done: what asked for the script shows its failure.
 */
export function reloadWhenScriptsAreLost(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return;
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Without a memory there would be no end to it.
      return;
    }
    window.location.reload();
  });
}
