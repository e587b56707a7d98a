import type { Check, Scenario } from '../check.ts';
import { type Request, wantOf } from '../desk.ts';

const polls = (request: Request): boolean => request.call === 'sync' && wantOf(request) > 0;
/** Requests this soon after a refusal, in ms, were already under way and do not count. */
const BESIDE_MS = 400;

const superseded: Scenario = {
  rules: ['superseded'],
  async run(check) {
    const { desk } = check;
    const hellos = check.since(0, 'hello').length;
    desk.next(polls, () => desk.error(409, 'superseded'));
    const came = await check.until(45_000, () => check.since(0, 'hello').length > hellos);
    check.note(
      'superseded',
      came,
      '409 superseded for a sync of the present epoch',
      came ? 'it said hello' : 'no hello came',
    );
  },
};

const waiting: Scenario = {
  rules: ['seat-waiting'],
  async run(check) {
    const { desk } = check;
    const hellos = () => check.since(0, 'hello').length;
    const before = hellos();
    desk.seat = 'waiting';
    desk.next(polls, () => desk.error(409, 'superseded'));
    if (!(await check.until(60_000, () => hellos() > before)))
      return check.skip('seat-waiting', 'the client did not say hello again');
    await check.wait(BESIDE_MS);
    const count = desk.requests.length;
    const first = hellos();
    await check.wait(3 * desk.waitingPollMs + 2500);
    const asked = check.since(count, 'sync').filter((request) => wantOf(request) > 0).length;
    const did = `a hello that is answered with seat waiting and next_poll_ms ${desk.waitingPollMs}`;
    const saw = `${hellos() - first} more hellos, ${asked} syncs that asked for work`;
    check.note('seat-waiting', asked === 0 && hellos() - first >= 2, did, saw);
    desk.seat = 'seated';
    const back = await check.until(45_000, () =>
      desk.requests.slice(count).some((request) => polls(request) && request.body.epoch === desk.epoch),
    );
    check.note(
      'seat-waiting',
      back,
      'the seat was given back',
      back ? 'it asked for work' : 'it never asked for work again',
    );
  },
};

/** How long it was silent after a refusal, in ms. */
async function silenceAfter(
  check: Check,
  refuse: () => ReturnType<Check['desk']['error']> | undefined,
  most: number,
): Promise<number | undefined> {
  let at: number | undefined;
  let from = 0;
  check.desk.next(polls, () => {
    at = check.time.now();
    from = check.desk.requests.length;
    return refuse();
  });
  if (!(await check.until(60_000, () => at !== undefined))) return undefined;
  const next = () => check.since(from).find((request) => request.at > (at ?? 0) + BESIDE_MS);
  await check.until(most, () => next() !== undefined);
  return (next()?.at ?? check.time.now()) - (at ?? 0);
}

const retry: Scenario = {
  rules: ['retry-after'],
  async run(check) {
    const { desk } = check;
    const busy = await silenceAfter(check, () => desk.error(429, 'rate_limited', { retry_after_ms: 13_000 }), 30_000);
    if (busy === undefined) return check.skip('retry-after', 'the client asked no more');
    check.note(
      'retry-after',
      busy >= 12_900,
      '429 with retry_after_ms 13000',
      `the next request came after ${Math.round(busy / 100) / 10} s`,
    );
    await check.calm();
    const away = await silenceAfter(check, () => desk.error(503, 'unavailable', { retry_after_ms: 1000 }), 30_000);
    if (away !== undefined)
      check.note(
        'retry-after',
        away >= 9900,
        '503 with retry_after_ms 1000',
        `the next request came after ${Math.round(away / 100) / 10} s`,
      );
  },
};

const backoff: Scenario = {
  rules: ['backoff'],
  async run(check) {
    const { desk } = check;
    // The second refusal follows the first at once, so that no success stands between them.
    const first = await silenceAfter(check, () => ({ status: 0, body: '' }), 40_000);
    if (first === undefined) return check.skip('backoff', 'the client asked no more');
    await check.calm();
    let refusals: number[] = [];
    const refuse = () => {
      refusals.push(check.time.now());
      return { status: 502, body: '<html>Bad gateway</html>' };
    };
    desk.next(polls, refuse);
    const all = check.options.long ? 4 : 2;
    for (let more = 1; more < all; more += 1) desk.next(() => true, refuse);
    await check.until(200_000, () => refusals.length === all);
    const count = desk.requests.length;
    await check.until(120_000, () => check.since(count).length > 0);
    refusals = [...refusals, desk.requests[count]?.at ?? check.time.now()];
    const gaps = refusals.slice(1).map((at, place) => at - (refusals[place] ?? 0));
    const least = [4000, 8000, 16_000, 32_000];
    const right = first >= 3900 && gaps.length === all && gaps.every((gap, place) => gap >= (least[place] ?? 0) - 100);
    check.note(
      'backoff',
      right,
      `a connection that was cut, then ${all} times 502`,
      `it waited ${[first, ...gaps].map((ms) => `${Math.round(ms / 100) / 10} s`).join(', ')}`,
    );
  },
};

const silence: Scenario = {
  rules: ['silence'],
  long: true,
  async run(check) {
    const waited = await silenceAfter(check, () => undefined, 60_000);
    if (waited === undefined) return check.skip('silence', 'the client asked no more');
    check.note(
      'silence',
      waited < 50_000,
      'a sync without any answer',
      `the next request came after ${Math.round(waited / 1000)} s`,
    );
  },
};

/** This scenario is the last, because afterwards the client asks only every five minutes. */
const wrongKey: Scenario = {
  rules: ['wrong-key'],
  async run(check) {
    const { desk } = check;
    const most = check.options.long ? 400_000 : 20_000;
    const waited = await silenceAfter(check, () => desk.error(401, 'game_auth'), most);
    if (waited === undefined) return check.skip('wrong-key', 'the client asked no more');
    const right = check.options.long ? waited >= 230_000 && waited < 380_000 : waited >= most;
    check.note(
      'wrong-key',
      right,
      '401 game_auth',
      right && !check.options.long
        ? `nothing was asked for ${most / 1000} s`
        : `the next request came after ${Math.round(waited / 1000)} s`,
    );
  },
};

export const patience: Scenario[] = [superseded, waiting, retry, backoff, silence];
export const ending: Scenario[] = [wrongKey];
