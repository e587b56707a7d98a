import { useEffect, useState } from 'react';
import { clockText, secondsLeft } from './countdown.ts';

interface CountdownRingProps {
  /** Instants as ISO texts; `now` is the server's clock when the page was made. */
  expiresAt: string;
  start: string;
  now: string;
  onExpired: () => void;
}

const LENGTH = 2 * Math.PI * 28;
/** Below this the ring warns. */
const SHORT_SECONDS = 120;

/** A ring that empties until the code expires. Runs by the server's clock: a phone's own may be minutes off. */
export function CountdownRing({ expiresAt, start, now, onExpired }: CountdownRingProps) {
  const deadline = Date.parse(expiresAt);
  const whole = Math.max(1, secondsLeft(deadline, Date.parse(start)));
  const [left, setLeft] = useState(() => secondsLeft(deadline, Date.parse(now)));
  useEffect(() => {
    const offset = Date.parse(now) - Date.now();
    const tick = () => setLeft(secondsLeft(deadline, Date.now() + offset));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [deadline, now]);
  const over = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it turns
  useEffect(() => {
    if (over) onExpired();
  }, [over]);
  const short = left <= SHORT_SECONDS;
  return (
    <div className="relative grid size-16 shrink-0 place-items-center" role="timer" aria-label="Tempo para pagar">
      <svg viewBox="0 0 64 64" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <circle cx="32" cy="32" r="28" fill="none" stroke="var(--hover)" strokeWidth="5" />
        <circle
          cx="32"
          cy="32"
          r="28"
          fill="none"
          stroke={short ? 'var(--warn)' : 'var(--accent-text)'}
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - Math.min(1, left / whole))}
        />
      </svg>
      <span className={`figures text-small font-semibold ${short ? 'text-warn' : ''}`}>{clockText(left)}</span>
    </div>
  );
}
