import { describe, expect, test } from 'vitest';
import { type AlertNews, type AlertState, calmMs, lookAt, type Sighting } from './alert.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STEP = MINUTE / 4;

interface Told {
  at: number;
  news: AlertNews;
}

/** Looks every 15 s at a cause, as the sweep does. Answers everything that the owner is told. */
function live(days: number, sightingAt: (now: number) => Partial<Sighting>, awayAt = (_: number) => false): Told[] {
  const told: Told[] = [];
  const ended: number[] = [];
  let alert: AlertState | null = null;
  for (let now = 0; now < days * DAY; now += STEP) {
    if (awayAt(now)) continue;
    const repeats = ended.filter((at) => now - at < DAY).length;
    const sighting = { there: false, fresh: false, gone: false, settleMs: 9 * MINUTE, repeats, ...sightingAt(now) };
    const { after, news } = lookAt(alert, sighting, now);
    if (news) told.push({ at: now, news });
    if (after?.phase === 'well') ended.push(after.since);
    alert = after?.phase === 'well' ? null : after;
  }
  return told;
}

/** The same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A cause that comes and goes at random; spans of up to `most` ms. */
function flapping(seed: number, most: number, days: number): (now: number) => boolean {
  const random = randomOf(seed);
  const turns: number[] = [];
  for (let at = 0; at < days * DAY; at += STEP + random() * most) turns.push(at);
  let next = 0;
  return (now) => {
    while ((turns[next] ?? Number.POSITIVE_INFINITY) <= now) next += 1;
    return next % 2 === 0;
  };
}

test('a cause that begins and ends is told twice: when it began and when it is well', () => {
  const told = live(1, (now) => ({ there: now >= 60 * MINUTE && now < 120 * MINUTE }));
  expect(told).toEqual([
    { at: 69 * MINUTE, news: 'begun' },
    { at: 130 * MINUTE, news: 'well' },
  ]);
});

test('a cause shorter than its settling time is never told', () => {
  expect(live(1, (now) => ({ there: now % (20 * MINUTE) < 8 * MINUTE }))).toEqual([]);
});

test('a cause that comes back during the calm minutes is the same alert', () => {
  const told = live(1, (now) => ({
    there: (now >= 60 * MINUTE && now < 120 * MINUTE) || (now >= 125 * MINUTE && now < 180 * MINUTE),
  }));
  expect(told.map(({ news }) => news)).toEqual(['begun', 'well']);
});

test('growth is told every six hours at most', () => {
  const told = live(2, () => ({ there: true, fresh: true, settleMs: 0 }));
  expect(told[0]).toEqual({ at: 0, news: 'begun' });
  expect(told.slice(1).every(({ news }) => news === 'grown')).toBe(true);
  expect(told).toHaveLength(8);
});

test('after an outage of ours a silent city gets its whole time again before anybody is told', () => {
  const outage = (now: number) => now >= 60 * MINUTE && now < 120 * MINUTE;
  // The city was silent for two minutes when we went down, and comes back six minutes after us.
  const there = (now: number) => now >= 58 * MINUTE && now < 126 * MINUTE;
  expect(live(1, (now) => ({ there: there(now) }), outage)).toEqual([]);
  expect(live(1, (now) => ({ there: now >= 58 * MINUTE }), outage)).toEqual([{ at: 129 * MINUTE, news: 'begun' }]);
});

test('an alert about something that was removed ends, and nobody is told', () => {
  const told = live(1, (now) => ({ there: now < 60 * MINUTE, gone: now >= 60 * MINUTE }));
  expect(told.map(({ news }) => news)).toEqual(['begun']);
});

describe.each([1, 3, 20, 45, 120].map((minutes) => [minutes]))('causes that flap within %i minutes', (minutes) => {
  test.each([0, 9])('are told as begun and well in turn, at most a dozen times a day (settling: %i min)', (settle) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const there = flapping(seed, minutes * MINUTE, 3);
      const told = live(3, (now) => ({ there: there(now), settleMs: settle * MINUTE }));
      told.forEach(({ news }, index) => {
        expect(news).toBe(index % 2 === 0 ? 'begun' : 'well');
      });
      for (const { at } of told) {
        const begun = told.filter((other) => other.news === 'begun' && other.at >= at && other.at < at + DAY);
        expect(begun.length).toBeLessThanOrEqual(12);
      }
    }
  });
});

test('an alert that repeats takes longer to be well: 10, 20, 40 minutes, 4 hours at most', () => {
  expect([0, 1, 2, 3, 4, 5, 100].map((repeats) => calmMs(repeats) / MINUTE)).toEqual([10, 20, 40, 80, 160, 240, 240]);
});
