declare global {
  interface Window {
    /** The button that was pressed before the script was loaded. The script presses it again. */
    vitrinePressed?: HTMLElement | undefined;
  }
}

/** Time from the first paint to loading the script, in ms, for a person who comes from another page of the shop. */
const PAUSE_MS = 150;
/** The same for a new visitor, in ms: the browser is still busy with a new site, and nobody has read anything yet. */
const ARRIVAL_PAUSE_MS = 1_000;
/** Longest wait in ms: a background tab paints nothing, and a picture may never arrive. */
const AT_LATEST_MS = 3_000;

/**
 * The script in the head of a page that works without its own script (`RouteHandle.calm`). On a slow phone line every
 * other download delays the first picture. So the page's script, and on small screens the font, load after the first
 * paint (docs/decisions/0025-first-the-picture.md) or at the first touch. An early press waits for the script. The
 * pictures of cards wait too (`data-early` in shop.css), because those near the screen would load together with the first
 * picture. The function is sent as text: it may use only its arguments.
 */
function wakeAfterPaint(entry: string, font: string, pause: number, arrivalPause: number, atLatest: number): void {
  const arrived = !document.referrer.startsWith(`${location.origin}/`);
  // A person who comes from another page of the shop already has the font.
  const page = document.documentElement;
  if (!arrived) page.dataset.letters = '';
  page.dataset.early = '';
  const showPictures = () => delete page.dataset.early;
  let asked = false;
  const wake = () => {
    if (asked) return;
    asked = true;
    showPictures();
    import(/* @vite-ignore */ entry).then(
      // This only fills the browser's cache for the next page: text must not change its shape while a person reads
      // it.
      () => fetch(font).catch(() => {}),
      // without the script, the link or form still works by itself
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
      const button = (event.target as Element).closest<HTMLElement>('[data-part] button, [data-back], [data-reload]');
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
  // A small phone is still busy drawing the frame with the picture, so the script waits a little more.
  void Promise.all([painted, loaded]).then(() => {
    requestAnimationFrame(() => requestAnimationFrame(showPictures));
    setTimeout(wake, arrived ? arrivalPause : pause);
  });
  setTimeout(wake, atLatest);
}

/** The text of that script, with the addresses of the page's script and of the font. */
export const afterPaint = (entry: string, font: string) =>
  `(${wakeAfterPaint})(${JSON.stringify([entry, font, PAUSE_MS, ARRIVAL_PAUSE_MS, AT_LATEST_MS]).slice(1, -1)})`;
