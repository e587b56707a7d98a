import type { Check, Scenario } from '../check.ts';
import { resultsOf } from '../desk.ts';
import type { Command, Player } from '../wire.ts';

const NO_WORK = 'the client has no action that can be tried: give --item, --group or --command';
/** Long enough that the seconds of two outcomes differ. */
const APART_MS = 2200;

/** How many results a request may carry, as the answer to hello says, while this limit is tried. */
const FEW = 8;

const carriers = (check: Check, id: string, since = 0) =>
  check.since(since, 'sync').filter((request) => resultsOf(request).some((one) => one.id === id));

const repeats: Scenario = {
  rules: ['results-until-settled', 'results-stop'],
  async run(check) {
    const { desk } = check;
    const command = check.work();
    if (!command) {
      for (const rule of this.rules) check.skip(rule, NO_WORK);
      return;
    }
    desk.settles = ({ id }) => id !== command.id;
    const first = await check.deliver(command);
    if (!first) return check.broke('results-until-settled', 'one delivery', 'no result came');
    const count = desk.requests.length;
    await check.until(25_000, () => carriers(check, command.id, count).length >= 3);
    const seen = carriers(check, command.id, count).length;
    check.note(
      'results-until-settled',
      seen >= 3,
      'a result that was not settled',
      `it was sent ${seen} more times, of ${check.since(count, 'sync').length} syncs`,
    );
    desk.settles = () => true;
    const from = desk.requests.length;
    const settled = await check.until(25_000, () => carriers(check, command.id, from).length > 0);
    if (!settled) return check.skip('results-stop', 'the result did not come, so it could not be settled');
    // A request that was under way at that moment may carry the result once more.
    await check.wait(1500);
    const after = desk.requests.length;
    await check.until(20_000, () => check.since(after, 'sync').length >= 4);
    const more = carriers(check, command.id, after).length;
    check.note(
      'results-stop',
      more === 0,
      'the result was settled',
      more === 0 ? 'it came no more' : `it came ${more} more times`,
    );
  },
};

const once: Scenario = {
  rules: ['once', 'stored-result'],
  async run(check) {
    const { desk } = check;
    const command = check.work(5);
    if (!command) {
      for (const rule of this.rules) check.skip(rule, NO_WORK);
      return;
    }
    const first = await check.deliver(command);
    if (first?.status !== 'succeeded') {
      const saw = first ? `the first delivery ended with ${first.status} / ${first.code}` : 'no result came';
      for (const rule of this.rules) check.skip(rule, saw);
      return;
    }
    const offers: Command[] = [command, { ...command, attempt: 2 }, { ...command, attempt: 3 }];
    const answers = [];
    for (const [at, offer] of offers.entries()) {
      await check.wait(APART_MS);
      // The last offer comes in a new epoch.
      if (at === 2) {
        const hellos = check.since(0, 'hello').length;
        desk.next(
          ({ call }) => call === 'sync',
          () => desk.error(409, 'superseded'),
        );
        await check.until(60_000, () => check.since(0, 'hello').length > hellos);
      }
      answers.push(await check.deliver(offer));
    }
    const did = 'the same id with the same attempt, with a higher one, and in another epoch';
    const told = answers.filter((one) => one !== undefined);
    const same = told.every(({ status }) => status === first.status);
    check.note(
      'stored-result',
      told.length === 3 && same,
      did,
      `${told.length} of 3 were answered: ${told.map(({ attempt, status, code }) => `${attempt} ${status} / ${code}`).join(', ')}`,
    );
    const times = [first, ...told].flatMap(({ at }) => (at === undefined ? [] : [at]));
    const spread = times.length > 1 ? Math.max(...times) - Math.min(...times) : 0;
    const details = new Set(
      told.flatMap(({ detail }) => (detail && Object.keys(detail).length > 0 ? [JSON.stringify(detail)] : [])),
    );
    if (spread > 2 || details.size > 1)
      return check.broke(
        'once',
        did,
        `its results differ: outcome times over ${spread} s, ${details.size} kinds of detail`,
      );
    // A new delivery of the same kind tells the real balance.
    check.remember(first);
    const drift = await check.drift();
    if (drift === undefined)
      return check.held('once', did, 'every result was the first one (the client tells no balance)');
    check.note('once', drift === 0, did, drift === 0 ? 'the balance rose once' : `the balance rose by ${drift} more`);
  },
};

/** An id that this kind of player may have and that nobody has. */
function nobody({ identity }: Player): Player {
  const texts: Record<string, string> = {
    citizen_id: 'ZZZ99999',
    identifier: 'char9:ffffffffffffffffffffffffffffffffffffffff',
    minecraft_name: 'zz_nobody_zz',
    minecraft_uuid: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
    mta_account: 'zz_nobody_zz',
    discord_id: '99999999999999999',
  };
  return identity
    ? { identity: { kind: identity.kind, value: texts[identity.kind] ?? 'ZZZ99999' } }
    : { city_id: '2147483644' };
}

const deferred: Scenario = {
  rules: ['deferred-free'],
  async run(check) {
    if (!check.work()) return check.skip('deferred-free', NO_WORK);
    const command = check.work(1, { away: true });
    if (!command)
      return check.skip(
        'deferred-free',
        'every action that can be tried waits for its player: perhaps --group does not',
      );
    const player = check.options.away ?? nobody(check.desk.player);
    const first = await check.deliver({ ...command, player, only_online: true });
    if (first?.status !== 'deferred')
      return check.skip(
        'deferred-free',
        `a delivery for somebody who is away was not deferred (${first?.code ?? 'no result'}): give --away`,
      );
    const second = await check.deliver({ ...command, player, attempt: 2 });
    check.note(
      'deferred-free',
      second !== undefined && second.status !== 'deferred',
      'a delivery that waited for its player, offered again without waiting for them',
      second ? `${second.status} / ${second.code}` : 'no result came',
    );
  },
};

/** The delivery with arguments that no client may run. */
function spoilt({ action, args, ...rest }: Command): Command {
  const wrong: Record<string, Record<string, unknown>> = {
    add_group: { group: '' },
    execute_command: { ...args, argv: [] },
  };
  return { ...rest, action, args: wrong[action] ?? { ...args, amount: 0 } };
}

const again: Scenario = {
  rules: ['try-again'],
  async run(check) {
    const command = check.work();
    if (!command) return check.skip('try-again', NO_WORK);
    const first = await check.deliver(spoilt(command));
    if (first?.status !== 'failed') return check.skip('try-again', 'a delivery with wrong arguments did not fail');
    await check.wait(1500);
    const second = await check.deliver({ ...command, attempt: 2 });
    check.note(
      'try-again',
      second?.status === 'succeeded',
      'a settled failure, offered with a higher attempt and right arguments',
      second ? `${second.status} / ${second.code}` : 'no result came',
    );
  },
};

const large: Scenario = {
  rules: ['too-large'],
  async run(check) {
    const { desk } = check;
    desk.limitOfResults = FEW;
    const hellos = check.since(0, 'hello').length;
    desk.next(
      ({ call }) => call === 'sync',
      () => desk.error(409, 'superseded'),
    );
    if (!(await check.until(60_000, () => check.since(0, 'hello').length > hellos)))
      return check.skip('too-large', 'the client did not say hello again');
    desk.settles = () => false;
    const count = desk.requests.length;
    desk.offer(...Array.from({ length: FEW }, () => ({ id: check.id(), action: 'check_nothing' })));
    let sent = 0;
    const isFull = () =>
      check.since(count, 'sync').some((request) => resultsOf(request).length === desk.limitOfResults);
    if (!(await check.until(60_000, isFull)))
      return check.skip('too-large', 'the client never sent as many results in one request');
    desk.next(
      (request) => request.call === 'sync' && resultsOf(request).length === desk.limitOfResults,
      (_, request) => {
        sent = resultsOf(request).length;
        return desk.error(413, 'payload_too_large');
      },
    );
    if (!(await check.until(60_000, () => sent > 0)))
      return check.skip('too-large', 'the client did not repeat as many results in one request');
    const after = desk.requests.length;
    const withResults = () => check.since(after, 'sync').filter((request) => resultsOf(request).length > 0);
    // Requests that were already under way do not know of the 413, so only later ones count.
    await check.until(40_000, () => withResults().some(({ at }) => at > (desk.requests[after - 1]?.at ?? 0) + 1000));
    const next = withResults().find(({ at }) => at > (desk.requests[after - 1]?.at ?? 0) + 1000);
    const then = next ? resultsOf(next).length : 0;
    check.note(
      'too-large',
      then > 0 && then <= sent / 2,
      `413 for a sync with ${sent} results`,
      next ? `the next one carried ${then}` : 'no result came any more',
    );
  },
};

export const results: Scenario[] = [repeats, once, deferred, again, large];
