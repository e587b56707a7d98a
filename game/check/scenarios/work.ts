import type { Check, Scenario } from '../check.ts';
import { inProgressOf, resultsOf } from '../desk.ts';
import type { Command } from '../wire.ts';

const NO_WORK = 'the client has no action that can be tried: give --item, --group or --command';
const HOSTILE = ['"; quit; "', 'a;b', 'a\\b', 'a\nb', '../../x', '<script>', ' ', 'x'.repeat(300)];
/** What a game's console would read as more than one argument. */
const HOSTILE_VALUES: Record<string, string[]> = {
  fivem: ['a"b', 'a;b', 'a\\b'],
  minecraft: ['a b', '@a', '*', '§4a', ''],
};
const BAD_AMOUNTS = [0, -1, 1.5, 2_147_483_648, '5', null, [], true];

/** Arguments that the protocol does not allow, for each action that this client names. */
function badArguments(check: Check): { what: string; command: Omit<Command, 'id'> }[] {
  const can = (action: string) => check.capability(action) !== undefined;
  const amounts = ['add_money', 'remove_money']
    .filter(can)
    .flatMap((action) => BAD_AMOUNTS.map((amount) => ({ action, args: { amount } })));
  const items = can('add_item')
    ? [
        ...HOSTILE.map((item) => ({ item, amount: 1 })),
        ...BAD_AMOUNTS.map((amount) => ({ item: 'check_item', amount })),
      ].map((args) => ({ action: 'add_item', args }))
    : [];
  const groups = ['add_group', 'remove_group']
    .filter(can)
    .flatMap((action) => [...HOSTILE, ''].map((group) => ({ action, args: { group } })));
  const vehicles = ['add_vehicle', 'remove_vehicle']
    .filter(can)
    .flatMap((action) => [...HOSTILE, 'a b', 'ção'].map((vehicle) => ({ action, args: { vehicle } })));
  const plates =
    can('add_vehicle') && can('plate')
      ? ['abc', 'ABCDEFG!', 'ABCDEFGHI', 5].map((plate) => ({
          action: 'add_vehicle',
          args: { vehicle: 'check', plate },
        }))
      : [];
  // The template is the owner's; a value may not change what stands outside its placeholder, nor the number of arguments.
  const lines = [
    { template: 'say {{nome}} oi', argv: ['say', 'a', 'tchau'] },
    { template: 'say {{nome}}', argv: ['stop', 'a'] },
    { template: 'say {{nome}}', argv: ['say', 'a', 'b'] },
    { template: 'say {{nome}}', argv: ['say'] },
    { template: 'say {{nome}}', argv: ['say', 'a\nstop'] },
    { template: '{{nome}} a', argv: ['stop', 'a'] },
    { template: 'say {{nome}}', argv: 'say a' },
    { command: 'say a' },
    {},
    ...(HOSTILE_VALUES[String(check.desk.hello?.game)] ?? []).map((value) => ({
      template: 'say {{nome}}',
      argv: ['say', value],
    })),
  ];
  const commands =
    can('execute_command') && can('arguments') ? lines.map((args) => ({ action: 'execute_command', args })) : [];
  const own = Object.keys((check.desk.hello?.capabilities as object | undefined) ?? {})
    .find((name) => name.startsWith('own:'))
    ?.slice(4);
  const owns = own
    ? [
        { argv: ['check_unknown_name'] },
        { template: own, argv: [own, 'x'] },
        { template: `${own} {{a}}`, argv: [own, 'a\u0000'] },
      ].map((args) => ({ action: 'run_action', args }))
    : [];
  const work = check.work();
  const players =
    work && check.desk.player.city_id !== undefined
      ? ['0', '017', '-1', '1 or 1=1', '2147483648', '1e3', ''].map((city_id) => ({ ...work, player: { city_id } }))
      : [];
  const all = [...amounts, ...items, ...groups, ...vehicles, ...plates, ...commands, ...owns];
  return [
    ...all.map((command) => ({ what: `${command.action} ${JSON.stringify(command.args).slice(0, 80)}`, command })),
    ...players.map((command) => ({ what: `the city id "${command.player.city_id}"`, command })),
  ];
}

const refusals: Scenario = {
  rules: ['bad-arguments', 'unknown-action'],
  async run(check) {
    const unknown = await check.deliver({ id: check.id(), action: 'check_nothing', args: {} });
    check.note(
      'unknown-action',
      unknown?.status === 'failed' && unknown.code === 'unsupported_action',
      'the action check_nothing',
      unknown ? `${unknown.status} / ${unknown.code}` : 'no result came',
    );
    const tried = badArguments(check).map(({ what, command }) => ({ what, command: { ...command, id: check.id() } }));
    if (tried.length === 0) return check.skip('bad-arguments', NO_WORK);
    const resultOf = (id: string) => check.resultsOf(id)[0];
    for (let from = 0; from < tried.length; from += 20) {
      const some = tried.slice(from, from + 20);
      check.desk.offer(...some.map(({ command }) => command));
      await check.until(45_000, () => some.every(({ command }) => resultOf(command.id) !== undefined));
    }
    // A deferred delivery did not run, so it counts as refused. This run cannot see whether it would run later.
    const wrong = tried.filter(({ command }) => !['failed', 'deferred'].includes(resultOf(command.id)?.status ?? ''));
    const saw = wrong.slice(0, 4).map(({ what, command }) => `${what}: ${resultOf(command.id)?.status ?? 'no result'}`);
    check.note(
      'bad-arguments',
      wrong.length === 0,
      `${tried.length} deliveries with bad arguments`,
      wrong.length === 0 ? 'all were refused' : `${wrong.length} were not: ${saw.join('; ')}`,
    );
    // If money came in spite of bad arguments, the next scenario must not take it for a second effect.
    check.balance = undefined;
  },
};

const expired: Scenario = {
  rules: ['expired'],
  async run(check) {
    const command = check.work();
    if (!command) return check.skip('expired', NO_WORK);
    const result = await check.deliver({ ...command, expires_at: check.desk.now() - 1 });
    check.note(
      'expired',
      result?.status === 'failed' && result.code === 'expired',
      'a delivery whose end was a second ago',
      result ? `${result.status} / ${result.code}` : 'no result came',
    );
  },
};

/** Several deliveries of one player that arrive together, the last of them cancelled while it waits. */
const queue: Scenario = {
  rules: ['cancel', 'in-progress', 'order'],
  async run(check) {
    const { desk } = check;
    const commands = Array.from({ length: 12 }, (_, at) => check.work(at + 1)).filter((one) => one !== undefined);
    if (commands.length === 0 || !check.capability('in_order')) {
      const why =
        commands.length === 0
          ? NO_WORK
          : 'the client does not name in_order, so it gets one delivery of a player at a time';
      for (const rule of this.rules) check.skip(rule, why);
      return;
    }
    const last = commands.at(-1) as Command;
    const rest = commands.slice(0, -1);
    const count = desk.requests.length;
    desk.offer(...commands);
    const isGiven = () => desk.given.some(({ command }) => command.id === last.id);
    await check.until(60_000, isGiven);
    desk.cancel = [last.id];
    const given = check.since(count, 'sync').find(({ gave }) => gave.some(({ id }) => id === last.id));
    const from = desk.requests.indexOf(given as never) + 1;
    // The answer to the next request carries the word that the last delivery is cancelled.
    await check.until(60_000, () => check.since(from, 'sync').length > 0);
    const heard = check.since(from, 'sync')[0];
    await check.until(120_000, () => commands.every(({ id }) => check.resultsOf(id).length > 0));
    const firstOf = (id: string) => desk.results.find(({ result }) => result.id === id);
    const cancelled = firstOf(last.id);
    const before = firstOf(commands.at(-2)?.id ?? '');
    const did = '12 deliveries of one player, the last one cancelled while the first ones ran';
    // If the result of the delivery before came well after the word, the last delivery had not begun when the word came.
    const wasWaiting = heard !== undefined && before !== undefined && before.at > heard.at + 1000;
    if (cancelled?.result.code === 'cancelled')
      check.note('cancel', cancelled.result.status === 'failed', did, `${cancelled.result.status} / cancelled`);
    else if (!wasWaiting) check.skip('cancel', 'the client was done with all before it could hear of it');
    else
      check.broke(
        'cancel',
        did,
        cancelled ? `${cancelled.result.status} / ${cancelled.result.code}` : 'no result came',
      );
    lookWhileWaiting(check, rest, from);
    lookAtOrder(check, rest);
    for (const { id } of commands) check.remember(check.resultsOf(id)[0]);
  },
};

const together = (rest: Command[]): string => `${rest.length} deliveries of one player in one answer`;

/** Whether requests named the deliveries that waited. `from` is the first request after the answer that brought them. */
function lookWhileWaiting(check: Check, rest: Command[], from: number): void {
  const did = together(rest);
  const told = new Set<string>();
  const lost = new Set<string>();
  let looked = 0;
  const given = check.desk.requests[from - 1]?.at ?? 0;
  for (const request of check.since(from, 'sync')) {
    for (const { id } of resultsOf(request)) told.add(id);
    if (rest.every(({ id }) => told.has(id))) break;
    // A request that was under way when the answer came does not know these deliveries yet.
    if (request.at < given + 500) continue;
    looked += 1;
    const named = new Set(inProgressOf(request));
    // One delivery may be missing: it has just ended, and the next request carries its result.
    const missing = rest.filter(({ id }) => !told.has(id) && !named.has(id));
    if (missing.length > 1) for (const { id } of missing) lost.add(id);
  }
  if (looked === 0) check.skip('in-progress', 'the client was done with all before it asked again');
  else
    check.note(
      'in-progress',
      lost.size === 0,
      did,
      lost.size === 0 ? `${looked} syncs named all of them` : `${lost.size} were not named while they waited`,
    );
}

/** Whether they ran one after the other, by the balances that they tell or by the order of their results. */
function lookAtOrder(check: Check, rest: Command[]): void {
  const results = rest.map(({ id }) => check.resultsOf(id)[0]);
  const odd = results.findIndex((one) => one?.status !== 'succeeded');
  if (odd >= 0) {
    const { status, code } = results[odd] ?? {};
    check.skip('order', `not all succeeded: ${status ? `${status} / ${code}` : 'no result'}`);
    return;
  }
  const balances = results.map((one) => [one?.detail?.before, one?.detail?.after]);
  if (balances.every((pair) => pair.every((one) => typeof one === 'number'))) {
    const breaks = balances.filter(([before], at) => at > 0 && before !== balances[at - 1]?.[1]).length;
    const saw =
      breaks === 0 ? 'each began with the balance that the one before left' : `${breaks} began with another one`;
    check.note('order', breaks === 0, together(rest), saw);
    return;
  }
  const arrival = check.desk.results.map(({ result }) => result.id).filter((id, at, all) => all.indexOf(id) === at);
  const places = rest.map(({ id }) => arrival.indexOf(id));
  const isInOrder = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  check.note('order', isInOrder, together(rest), 'their results came in this order');
}

export const work: Scenario[] = [refusals, expired, queue];
