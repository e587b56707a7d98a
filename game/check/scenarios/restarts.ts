import type { Check, Scenario } from '../check.ts';
import { inProgressOf, type Request, resultsOf } from '../desk.ts';
import type { Command, Result } from '../wire.ts';

const NO_WORK = 'the client has no action that can be tried: give --item, --group or --command';
/** A start may take a while. */
const START_MS = 120_000;

const nameOf = ({ body }: Request) => ({ journal: body.journal_id, boot: body.boot_id });

/** Kills the client and waits until it said hello again. */
async function restart(check: Check): Promise<boolean> {
  const before = check.desk.requests.length;
  await check.options.restart?.();
  return await check.until(START_MS, () => check.since(before, 'hello').length > 0);
}

/** Waits for the outcome of a delivery that a kill may have met anywhere. Offers it again if the client is silent. */
async function outcomeOf(check: Check, command: Command): Promise<Result | undefined> {
  const final = () => check.resultsOf(command.id).findLast(({ status }) => status !== 'deferred');
  if (await check.until(25_000, () => final() !== undefined)) return final();
  await check.deliver({ ...command, attempt: 2 }, 60_000);
  return final();
}

const results: Scenario = {
  rules: ['results-after-kill', 'journal-after-kill', 'journal-stays'],
  kills: true,
  async run(check) {
    const { desk } = check;
    const command = check.work(3);
    if (!command) {
      for (const rule of this.rules) check.skip(rule, NO_WORK);
      return;
    }
    desk.settles = () => false;
    const first = await check.deliver(command);
    if (first?.status !== 'succeeded') {
      for (const rule of this.rules) check.skip(rule, 'the delivery before the kill did not succeed');
      return;
    }
    const before = desk.requests.at(-1) as Request;
    const count = desk.requests.length;
    if (!(await restart(check))) return check.broke('journal-stays', 'a kill and a start', 'no hello came');
    const hello = check.since(count, 'hello')[0] as Request;
    const [old, now] = [nameOf(before), nameOf(hello)];
    check.note(
      'journal-stays',
      old.journal === now.journal && old.boot !== now.boot,
      'a kill and a start',
      `journal_id ${old.journal === now.journal ? 'stayed' : 'changed'}, boot_id ${old.boot === now.boot ? 'stayed' : 'changed'}`,
    );
    const from = desk.requests.indexOf(hello);
    const isSent = () =>
      check
        .since(from, 'sync')
        .some((request) => resultsOf(request).some(({ id, status }) => id === command.id && status === first.status));
    const sent = await check.until(45_000, isSent);
    check.note(
      'results-after-kill',
      sent,
      'a result that was not settled, a kill and a start',
      sent ? 'it was sent again' : 'it never came again',
    );
    desk.settles = () => true;
    await check.calm();
    const again = await check.deliver({ ...command, attempt: 2 }, 45_000);
    const did = 'the id of a delivery that was done and settled, offered after the kill';
    if (again?.status !== first.status)
      return check.broke('journal-after-kill', did, again ? `${again.status} / ${again.code}` : 'no result came');
    check.balance = typeof first.detail?.after === 'number' ? first.detail.after : undefined;
    const drift = await check.drift();
    const apart = Math.abs((again.at ?? 0) - (first.at ?? 0));
    if (drift !== undefined)
      check.note(
        'journal-after-kill',
        drift === 0,
        did,
        drift === 0 ? 'its stored result came, and the balance rose once' : `the balance changed by ${drift} more`,
      );
    else if (first.at === undefined || again.at === undefined)
      check.skip('journal-after-kill', 'the client tells neither a balance nor when it delivered');
    // A client may keep only the time when a result was settled, so the two times may differ a little.
    else check.note('journal-after-kill', apart <= 3, did, `its outcome is ${apart} s apart from the first one`);
  },
};

/** Kills the client as soon as it has a delivery in hand. */
async function killWithin(
  check: Check,
  command: Command,
): Promise<{ named: boolean; started: boolean; startedAt: number }> {
  const { desk } = check;
  desk.offer(command);
  await check.until(60_000, () => desk.given.some((one) => one.command.id === command.id));
  const given = desk.requests.length;
  // Waits until the client says that it has begun. A client that does not say it gets a moment.
  await check.until(400, () =>
    check.since(given, 'sync').some((request) => inProgressOf(request).includes(command.id)),
  );
  const count = desk.requests.length;
  const started = await restart(check);
  // Unix seconds of Vitrine's clock at its hello.
  const startedAt = desk.now();
  await check.until(20_000, () => check.since(count, 'sync').length > 2);
  return {
    named: check.since(count, 'sync').some((request) => inProgressOf(request).includes(command.id)),
    started,
    startedAt,
  };
}

const within: Scenario = {
  rules: ['kill-once', 'decided'],
  kills: true,
  async run(check) {
    const { desk } = check;
    for (const rule of this.rules) {
      await check.calm();
      const command = check.work(7);
      if (!command) {
        check.skip(rule, NO_WORK);
        continue;
      }
      // A delivery before it tells the balance.
      const base = await check.deliver({ ...command, id: check.id() });
      const known = typeof base?.detail?.after === 'number' ? base.detail.after : undefined;
      if (rule === 'decided') desk.decided = [command.id];
      const { named, started, startedAt } = await killWithin(check, command);
      const did =
        rule === 'decided' ? 'a kill within a delivery that Vitrine decided meanwhile' : 'a kill within a delivery';
      if (!started) {
        check.broke(rule, did, 'no hello came after the start');
        continue;
      }
      if (rule === 'decided' && !named) {
        check.skip(rule, 'the kill did not meet the delivery between its beginning and its end');
        continue;
      }
      const result = await outcomeOf(check, command);
      // An outcome with a time after the start, and with the balance before it, is an effect of this start.
      if (rule === 'decided' && result?.status === 'succeeded' && typeof result.detail?.before === 'number') {
        check.note(
          rule,
          (result.at ?? 0) < startedAt,
          did,
          'it ran again: its result tells the balance before and after',
        );
        continue;
      }
      check.balance = known;
      const drift = await check.drift();
      const saw = `${result ? `${result.status} / ${result.code}` : 'no result'}${drift === undefined ? '' : `, the balance changed by ${drift}`}`;
      // One delivery of money is 7. If a client tells no balance, only its result can be judged.
      const amount = command.action === 'add_money' ? 7 : undefined;
      if (drift === undefined || amount === undefined) {
        if (result) check.held(rule, did, `${saw} (the client tells no balance)`);
        else check.broke(rule, did, saw);
      } else if (result?.status === 'succeeded') check.note(rule, drift === amount, did, saw);
      else check.note(rule, result?.status === 'uncertain' && (drift === 0 || drift === amount), did, saw);
    }
  },
};

const early: Scenario = {
  rules: ['report-after-effect'],
  kills: true,
  async run(check) {
    const { desk } = check;
    const command = check.work(9);
    if (command?.action !== 'add_money')
      return check.skip('report-after-effect', 'it shows in a balance, and this client has no money');
    const base = await check.deliver({ ...command, id: check.id(), args: { amount: 1 } });
    const known = base?.detail?.after;
    if (typeof known !== 'number') return check.skip('report-after-effect', 'the client tells no balance');
    desk.offer(command);
    // Kills the client at the first request that tells of success, before anything else can happen.
    const isTold = () => check.resultsOf(command.id).some(({ status }) => status === 'succeeded');
    if (!(await check.until(60_000, isTold))) return check.skip('report-after-effect', 'the delivery did not succeed');
    if (!(await restart(check)))
      return check.broke('report-after-effect', 'a kill at the first word of success', 'no hello came');
    await check.calm();
    check.balance = known;
    const drift = await check.drift();
    if (drift === undefined) return check.skip('report-after-effect', 'the client tells no balance');
    check.note(
      'report-after-effect',
      drift === 9,
      'a kill at the first word of success',
      drift === 9 ? 'the effect was there' : `the balance changed by ${drift} in place of 9`,
    );
  },
};

export const restarts: Scenario[] = [results, within, early];
