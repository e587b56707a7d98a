declare global {
  interface Window {
    /** What was pressed on the page before its script was there; the script presses it again. */
    vitrinePressed?: HTMLElement | undefined;
  }
}

/** From the first paint until the script is fetched, for who comes from another page of the shop. */
const PAUSE_MS = 150;
/** The same for who has just arrived: the browser itself is still busy with a new site, and nobody has read a word. */
const ARRIVAL_PAUSE_MS = 1_000;
/** Tabs in the background paint nothing, and a picture may hang. */
const AT_LATEST_MS = 3_000;

/**
 * What stands in the head of a page that works without its script (`RouteHandle.calm`). On a phone's line everything that
 * is fetched beside the first picture makes it later: the script, and on a small screen the font, come once it is painted
 * (docs/decisions/0025-first-the-picture.md), or with the first sign of a hand. A button that is pressed before waits for
 * the script. Sent as text: it may use nothing but its arguments.
 */
function wakeAfterPaint(entry: string, font: string, pause: number, arrivalPause: number, atLatest: number): void {
  const arrived = !document.referrer.startsWith(`${location.origin}/`);
  // Who comes from another page of the shop has the font already.
  if (!arrived) document.documentElement.dataset.letters = '';
  let asked = false;
  const wake = () => {
    if (asked) return;
    asked = true;
    import(/* @vite-ignore */ entry).then(
      // Into the browser's cache, for the pages that follow: nobody's words change their shape while they are read.
      () => fetch(font).catch(() => {}),
      // without it the button does what it does on its own
      () => {
        window.vitrineAwake = true;
        window.vitrinePressed?.click();
      },
    );
  };
  for (const sign of ['pointermove', 'pointerdown', 'focusin', 'scroll']) {
    addEventListener(sign, wake, { once: true, passive: true });
  }
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-part] button');
      if (!button || window.vitrineAwake) return;
      event.preventDefault();
      event.stopPropagation();
      window.vitrinePressed = button;
      wake();
    },
    true,
  );
  const painted = new Promise((settle) => {
    new PerformanceObserver(settle).observe({ type: 'paint', buffered: true });
  });
  const loaded = new Promise((settle) => addEventListener('load', settle));
  // The frame with the picture is still being drawn then, on all that a small phone has.
  void Promise.all([painted, loaded]).then(() => setTimeout(wake, arrived ? arrivalPause : pause));
  setTimeout(wake, atLatest);
}

/** The text of that script, for the addresses of the page's script and of the font. */
export const afterPaint = (entry: string, font: string) =>
  `(${wakeAfterPaint})(${JSON.stringify([entry, font, PAUSE_MS, ARRIVAL_PAUSE_MS, AT_LATEST_MS]).slice(1, -1)})`;
