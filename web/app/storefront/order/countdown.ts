/** Whole seconds until a deadline, at least 0. Both times are ms since the epoch. */
export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** `125` -> `2:05`; from an hour on `1:02:05`. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Length of the ring's line, in its drawing's units. */
export const RING = 2 * Math.PI * 28;
/** The ring warns below this many seconds. */
const SHORT_SECONDS = 120;

/** The look of a countdown with `left` of `whole` seconds. */
export function countdownFace(left: number, whole: number) {
  return { text: clockText(left), offset: RING * (1 - Math.min(1, left / whole)), short: left <= SHORT_SECONDS };
}

/**
 * Moves the page's countdown each second, by the server's clock, because a phone's clock may be minutes wrong. `over`
 * is called once for each deadline that passes.
 */
export function runCountdown(place: HTMLElement, clock: () => number, over: () => Promise<void>): void {
  let passed: string | undefined;
  const tick = () => {
    const timer = place.querySelector<HTMLElement>('[data-deadline]');
    const { deadline = '', whole } = timer?.dataset ?? {};
    if (!timer || deadline === passed) return;
    const left = secondsLeft(Date.parse(deadline), clock());
    const { text, offset, short } = countdownFace(left, Number(whole));
    const words = timer.querySelector('[data-clock]');
    if (words) words.textContent = text;
    timer.querySelector('[data-ring]')?.setAttribute('stroke-dashoffset', String(offset));
    timer.toggleAttribute('data-short', short);
    if (left > 0) return;
    passed = deadline;
    over().catch((error) => console.error('order page', error));
  };
  tick();
  setInterval(tick, 1_000);
}
