import { countdownFace, RING, secondsLeft } from './countdown.ts';

interface CountdownRingProps {
  /** Instants are ISO texts; `now` is the server's clock when the page was made. */
  expiresAt: string;
  start: string;
  now: string;
}

/** A ring that empties until the code expires. `runCountdown` moves it. */
export function CountdownRing({ expiresAt, start, now }: CountdownRingProps) {
  const deadline = Date.parse(expiresAt);
  const whole = Math.max(1, secondsLeft(deadline, Date.parse(start)));
  const { text, offset, short } = countdownFace(secondsLeft(deadline, Date.parse(now)), whole);
  return (
    <div
      role="timer"
      aria-label="Tempo para pagar"
      data-deadline={expiresAt}
      data-whole={whole}
      data-short={short ? '' : undefined}
      className="screen-only group relative grid size-16 shrink-0 place-items-center"
    >
      <svg viewBox="0 0 64 64" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <circle cx="32" cy="32" r="28" fill="none" stroke="var(--hover)" strokeWidth="5" />
        <circle
          data-ring=""
          cx="32"
          cy="32"
          r="28"
          fill="none"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={RING}
          strokeDashoffset={offset}
          className="stroke-accent-text group-data-short:stroke-warn forced-colors:stroke-[CanvasText]"
        />
      </svg>
      <span data-clock="" className="figures text-small font-semibold group-data-short:text-warn">
        {text}
      </span>
    </div>
  );
}
