import type { Check, Scenario } from '../check.ts';
import { type Request, wantOf } from '../desk.ts';
import type { Command, Result } from '../wire.ts';

const ROUNDS = 3;
/** How long a poll is held, in ms: less than Vitrine may hold one. */
const HOLD_MS = 2500;

/**
 * Holds a request for work. When a second one comes beside it, answers both at the same moment with the same delivery. False
 * if no second request came: then the delivery went out once.
 */
async function giveTwice(check: Check, command: Command): Promise<boolean> {
  const { desk, time, options } = check;
  const asks = (request: Request) =>
    request.call === 'sync' && wantOf(request) > 0 && request.body.epoch === desk.epoch;
  let leavesAt: number | undefined;
  let isBeside = false;
  desk.next(asks, (good) => {
    desk.offer(command);
    leavesAt = time.now() + HOLD_MS;
    return { ...good(), delayMs: HOLD_MS };
  });
  await check.until(60_000, () => leavesAt !== undefined);
  const end = leavesAt ?? 0;
  desk.next(
    (request) => asks(request) && time.now() < end,
    (good) => {
      desk.offer(command);
      isBeside = true;
      return { ...good(), delayMs: Math.max(0, end - time.now()) };
    },
  );
  await check.wait(300);
  await options.enter?.();
  await check.until(HOLD_MS, () => time.now() >= end);
  desk.forgetTricks();
  return isBeside;
}

const beside: Scenario = {
  rules: ['two-answers'],
  async run(check) {
    const first = check.work();
    if (!first)
      return check.skip('two-answers', 'the client has no action that can be tried: give --item, --group or --command');
    // The result of this delivery tells the balance at the beginning of the first round.
    await check.deliver(first);
    let rounds = 0;
    let drift: number | undefined = 0;
    const odd: Result[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const command = check.work(5);
      if (!command) return;
      const isBeside = await giveTwice(check, command);
      await check.until(30_000, () => check.resultsOf(command.id).length > 0);
      const [result, ...more] = check.resultsOf(command.id);
      if (!isBeside) break;
      rounds += 1;
      if (result?.status !== 'succeeded') {
        return check.skip('two-answers', result ? `it ended with ${result.status} / ${result.code}` : 'no result came');
      }
      odd.push(
        ...more.filter(
          ({ status, detail }) => status !== result.status || JSON.stringify(detail) !== JSON.stringify(result.detail),
        ),
      );
      check.remember(result);
      const extra = await check.drift();
      drift = drift === undefined || extra === undefined ? undefined : drift + extra;
    }
    if (rounds === 0) {
      const why = check.options.enter ? '' : ', or nobody came while one was held: give --enter';
      return check.skip('two-answers', `the client has one request for work at a time${why}`);
    }
    const did = `${rounds} deliveries, each in two answers that left at the same moment`;
    if (odd.length > 0) return check.broke('two-answers', did, `${odd.length} results told of something else`);
    if (drift === undefined) return check.held('two-answers', did, 'each was told once (the client tells no balance)');
    check.note(
      'two-answers',
      drift === 0,
      did,
      drift === 0 ? 'each raised the balance once' : `the balance rose by ${drift} more`,
    );
  },
};

export const besides: Scenario[] = [beside];
