/**
 * An alert is one trouble of a store, from its beginning to its end.
 * - `suspected`: the cause is there, but not for long enough. Nobody was told.
 * - `open`: the owner was told that it began.
 * - `calm`: the cause is gone. If it comes back, it is the same alert and nobody is told anything.
 * - `well`: it stayed away long enough, and the owner was told. The alert is over.
 */
export type AlertPhase = 'suspected' | 'open' | 'calm' | 'well';

/** Times are ms since 1970. */
export interface AlertState {
  phase: AlertPhase;
  /** When the present phase began; for `well`, when the cause went away. */
  since: number;
  /** When the cause was first seen. */
  begunAt: number;
  /** When a sweep last looked at it. */
  lookedAt: number;
  /** When the owner was last told that it began or grew. */
  toldAt: number | null;
  /** Alerts of the same kind and subject that ended in the day before this one. */
  repeats: number;
}

/** What a sweep sees of one cause. */
export interface Sighting {
  there: boolean;
  /** More of the same came after the owner was told: another delivery failed. */
  fresh: boolean;
  /** The game server or the store that the alert is about was removed. */
  gone: boolean;
  /** The cause must stand for this long before the owner is told, ms. */
  settleMs: number;
  /** For a new alert: its `repeats`. */
  repeats: number;
}

/** What the owner is told: it began, there is more of it, it is over. */
export type AlertNews = 'begun' | 'grown' | 'well';

/** After a longer pause between two looks (we were away) a phase counts anew, because nobody knows what happened in it. */
const AWAY_MS = 120_000;
/** Growth is told again after this time at the earliest. */
export const AGAIN_SECONDS = 6 * 3600;
const CALM_MS = 10 * 60_000;
const CALM_MOST_MS = 4 * 3_600_000;

/**
 * How long a cause must stay away until its alert is over: 10 minutes, twice as long for each alert of the day before, 4
 * hours at most. So a cause that comes and goes causes about ten alerts a day.
 */
export const calmMs = (repeats: number): number => Math.min(CALM_MOST_MS, CALM_MS * 2 ** Math.min(repeats, 10));

/**
 * The whole rule of alerts: the state after one look, and what the owner is told because of it. `null` is no alert. It
 * has no input or output; whoever calls it stores both in one transaction, so that nothing is told twice.
 */
export function lookAt(
  before: AlertState | null,
  { there, fresh, gone, settleMs, repeats }: Sighting,
  now: number,
): { after: AlertState | null; news?: AlertNews } {
  if (!before) {
    if (!there || gone) return { after: null };
    return rise({ phase: 'suspected', since: now, begunAt: now, lookedAt: now, toldAt: null, repeats }, settleMs, now);
  }
  const away = now - before.lookedAt > AWAY_MS;
  const seen = { ...before, lookedAt: now };
  if (before.phase === 'well') return { after: before };
  if (gone) return { after: before.phase === 'suspected' ? null : { ...seen, phase: 'well', since: now } };
  switch (before.phase) {
    case 'suspected':
      if (!there) return { after: null };
      return rise(away ? { ...seen, since: now, begunAt: now } : seen, settleMs, now);
    case 'open':
      if (!there) return { after: { ...seen, phase: 'calm', since: now } };
      if (fresh && now - (before.toldAt ?? 0) >= AGAIN_SECONDS * 1000)
        return { after: { ...seen, toldAt: now }, news: 'grown' };
      return { after: seen };
    case 'calm':
      if (there) return { after: { ...seen, phase: 'open', since: now } };
      if (away) return { after: { ...seen, since: now } };
      if (now - before.since < calmMs(before.repeats)) return { after: seen };
      return { after: { ...seen, phase: 'well' }, news: 'well' };
  }
}

/** Makes a suspected alert an open one if its cause has stood for long enough. */
function rise(alert: AlertState, settleMs: number, now: number): { after: AlertState; news?: AlertNews } {
  if (now - alert.since < settleMs) return { after: alert };
  return { after: { ...alert, phase: 'open', since: now, toldAt: now }, news: 'begun' };
}
