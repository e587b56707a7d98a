/** How often a page without a connection asks whether the server answers again, in ms. */
const AGAIN_MS = 5_000;

/**
 * Loads a page of the service worker again once the server answers. A phone says "online" with the first bar of signal, so the event
 * `online` is only a reason to ask. A page whose note is hidden stays as it is: it came from the server, or its own script has drawn
 * it again. The function is sent as text: it may use only its arguments.
 */
function comeBack(note: string, pause: number): void {
  const isAway = () => document.querySelector<HTMLElement>(note)?.hidden !== true;
  if (!isAway()) return;
  const ask = () => {
    if (document.hidden || !isAway()) return;
    fetch('/robots.txt', { cache: 'no-store' }).then(
      () => isAway() && location.reload(),
      () => {},
    );
  };
  addEventListener('online', ask);
  setInterval(ask, pause);
}

/** The text of that script. */
export const backOnline = `(${comeBack})("[data-kept]",${AGAIN_MS})`;
