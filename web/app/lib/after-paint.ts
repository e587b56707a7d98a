declare global {
  interface Window {
    /** What was pressed on the page before its script was there; the script presses it again. */
    vitrinePressed?: HTMLElement | undefined;
  }
}

/** From the first paint until the script is fetched. */
const PAUSE_MS = 150;
/** Tabs in the background paint nothing, and a picture may hang. */
const AT_LATEST_MS = 3_000;

/**
 * What stands in the head of a page that works without its script (`RouteHandle.calm`). On a phone's line everything that
 * is fetched beside the first picture makes it later: the script, and on a small screen the font, come once it is painted
 * (docs/decisions/0025-first-the-picture.md). A button that is pressed before waits for the script.
 * Sent as text: it may use nothing but its arguments.
 */
function wakeAfterPaint(entry: string, font: string, pause: number, atLatest: number): void {
  // Who comes from another page of the shop has the font already.
  if (document.referrer.startsWith(location.origin)) document.documentElement.dataset.letters = '';
  let asked = false;
  const wake = () => {
    if (asked) return;
    asked = true;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = entry;
    // without it the button does what it does on its own
    script.onerror = () => {
      window.vitrineAwake = true;
      window.vitrinePressed?.click();
    };
    // Into the browser's cache, for the pages that follow: nobody's words change their shape while they are read.
    script.onload = () => {
      fetch(font).catch(() => {});
    };
    document.head.append(script);
  };
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
  void Promise.all([painted, loaded]).then(() => setTimeout(wake, pause));
  setTimeout(wake, atLatest);
}

/** The text of that script, for the addresses of the page's script and of the font. */
export const afterPaint = (entry: string, font: string) =>
  `(${wakeAfterPaint})(${JSON.stringify(entry)},${JSON.stringify(font)},${PAUSE_MS},${AT_LATEST_MS})`;
