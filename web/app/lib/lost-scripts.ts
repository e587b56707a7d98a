const KEY = 'scripts-lost-at';
/** If a script is still missing this long after a reload, in ms, the page is broken and must not reload again. */
const AGAIN_AFTER_MS = 60_000;

/**
 * Reloads the page once when one of its scripts no longer exists, because a new version has replaced it. Without a
 * connection it does nothing: the part that asked for the script shows the failure.
 */
export function reloadWhenScriptsAreLost(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return;
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_AFTER_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Without storage nobody would know that the page was reloaded, and it would reload for ever.
      return;
    }
    window.location.reload();
  });
}
