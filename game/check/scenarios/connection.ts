import type { Check, Scenario } from '../check.ts';
import { inProgressOf, type Request, resultsOf, wantOf } from '../desk.ts';
import { type Answer, answerSignature, type Command } from '../wire.ts';

const asksForWork = (request: Request): boolean => request.call === 'sync' && wantOf(request) > 0;
const NO_WORK = 'the client has no action that can be tried: give --item, --group or --command';

/** Whether a client has begun a delivery, as far as it says so. */
const hasBegun = (check: Check, id: string): boolean =>
  check.desk.requests.some(
    (request) => inProgressOf(request).includes(id) || resultsOf(request).some((one) => one.id === id),
  );

/** An answer to this request that carries a command. The scenario keeps it and may send it elsewhere. */
function loaded(check: Check, request: Request, command: Command, settled: string[]): Answer {
  const payload = {
    success: true,
    epoch: check.desk.epoch,
    now: check.desk.now(),
    next_poll_ms: 300,
    settled,
    commands: [
      {
        attempt: 1,
        player: check.desk.player,
        order: 'CHECK',
        phase: 'confirmation',
        label: 'Verificação',
        expires_at: check.desk.now() + 120,
        ...command,
      },
    ],
    cancel: [],
    who: [],
    notices: [],
  };
  return check.desk.signed(request, payload);
}

/** What the client does with answers that nobody signed for this request. */
const unsigned: Scenario = {
  rules: ['unsigned-answer', 'replayed-answer'],
  async run(check) {
    const { desk } = check;
    const [pending, wrong, replayed, missing] = [check.work(), check.work(), check.work(), check.work()];
    if (!pending || !wrong || !replayed || !missing) {
      for (const rule of this.rules) check.skip(rule, NO_WORK);
      return;
    }
    desk.settles = () => false;
    await check.deliver(pending);
    const first = desk.requests.length;
    const isRepeated = (from: number) =>
      check.since(from, 'sync').some((request) => resultsOf(request).some(({ id }) => id === pending.id));
    const repeated = await check.until(10_000, () => isRepeated(first));
    let kept: Answer | undefined;
    let turn = 0;
    desk.next(asksForWork, (_, request) => {
      turn = 1;
      kept = loaded(check, request, replayed, []);
      const answer = loaded(check, request, wrong, [pending.id]);
      return {
        ...answer,
        headers: { 'X-Vitrine-Signature': answerSignature('vtr_another', request.headers.nonce, answer.body) },
      };
    });
    desk.next(asksForWork, () => {
      turn = 2;
      return kept;
    });
    desk.next(asksForWork, (_, request) => {
      turn = 3;
      return { ...loaded(check, request, missing, [pending.id]), headers: {} };
    });
    const came = await check.until(90_000, () => turn === 3);
    const count = desk.requests.length;
    await check.until(60_000, () => check.since(count, 'sync').length >= 3);
    await check.wait(1000);
    const did = 'answers with a command, signed with another key and not at all';
    if (!came) return check.broke('unsigned-answer', did, 'the client asked no more');
    const begun = [wrong, missing].filter(({ id }) => hasBegun(check, id)).length;
    check.note(
      'unsigned-answer',
      begun === 0,
      did,
      begun === 0 ? 'nothing of them began' : `${begun} of 2 commands began`,
    );
    const keeps = isRepeated(count);
    if (repeated)
      check.note(
        'unsigned-answer',
        keeps,
        'an unsigned answer that settles a result',
        keeps ? 'the result was sent again' : 'the result was forgotten',
      );
    const again = hasBegun(check, replayed.id);
    check.note(
      'replayed-answer',
      !again,
      'a signed answer to an earlier request',
      again ? 'its command began' : 'nothing of it began',
    );
  },
};

const redirect: Scenario = {
  rules: ['redirect'],
  async run(check) {
    const { desk } = check;
    let turned = false;
    desk.next(asksForWork, () => {
      turned = true;
      return { status: 307, body: '', headers: { Location: '/elsewhere' } };
    });
    const count = desk.requests.length;
    await check.until(60_000, () => turned);
    await check.until(30_000, () => check.since(count).length >= 2);
    await check.wait(500);
    const followed = check.since(count).some(({ path }) => path === '/elsewhere');
    check.note(
      'redirect',
      turned && !followed,
      'a sync answered with 307 to another path',
      followed ? 'the other path was asked' : 'it was not asked',
    );
  },
};

const unknown: Scenario = {
  rules: ['unknown-fields'],
  async run(check) {
    const command = check.work();
    if (!command) return check.skip('unknown-fields', NO_WORK);
    const { desk } = check;
    desk.more = {
      weather: { sun: true },
      who: undefined,
      notices: undefined,
      cancel: undefined,
      decided: undefined,
      leases_until: [],
    };
    const result = await check.deliver({ ...command, args: { ...command.args, colour: 'blue' }, ...{ gift: [] } });
    desk.more = {};
    check.note(
      'unknown-fields',
      result?.status === 'succeeded',
      'an answer with unknown fields, without lists and with [] for an object; its command has unknown fields too',
      result ? `${result.status} / ${result.code}` : 'no result came',
    );
  },
};

const skew: Scenario = {
  rules: ['clock-skew'],
  async run(check) {
    const { desk } = check;
    const ahead = 1000;
    const count = desk.requests.length;
    desk.shift = ahead;
    // The first request after this is refused with 401.
    await check.until(60_000, () => check.since(count).some(({ status }) => status === 401));
    const refused = desk.requests.findIndex(({ status }, at) => at >= count && status === 401);
    const at = desk.requests[refused]?.at ?? 0;
    const came = refused >= 0 && (await check.until(20_000, () => check.since(refused + 1).length > 0));
    const next = desk.requests[refused + 1];
    const off = next ? Math.abs(Number(next.headers.time) - (Math.floor(next.at / 1000) + ahead)) : Number.NaN;
    const soon = next !== undefined && next.at - at < 4000;
    check.note(
      'clock-skew',
      came && soon && off <= 300,
      `401 clock_skew with a clock ${ahead} s ahead`,
      next ? `the next request came after ${Math.round((next.at - at) / 100) / 10} s, ${off} s off` : 'no request came',
    );
  },
};

const people: Scenario = {
  rules: ['who'],
  async run(check) {
    const { desk } = check;
    const known = desk.player.city_id;
    if (!check.capability('who')) return check.skip('who', 'the client does not name who among its capabilities');
    if (known === undefined) return check.skip('who', 'the player has no city id');
    const asked = [known, '2147483645'];
    const before = desk.people.length;
    desk.who = [...asked];
    await check.until(15_000, () =>
      asked.every((id) => desk.people.slice(before).some(({ person }) => person.city_id === id)),
    );
    await check.wait(3000);
    const answers = desk.people.slice(before).map(({ person }) => person);
    const right =
      answers.length === 2 &&
      asked.every((id) =>
        answers.some((one) => one.city_id === id && ['found', 'missing', 'unknown'].includes(one.status)),
      );
    check.note(
      'who',
      right,
      `asked about ${asked.join(' and ')}`,
      answers.map(({ city_id, status }) => `${city_id} ${status}`).join(', ') || 'no answer',
    );
  },
};

const lists: Scenario = {
  rules: ['lists'],
  async run(check) {
    const offered = Object.entries((check.desk.hello?.lists ?? {}) as Record<string, { total?: number }>);
    if (offered.length === 0) return check.skip('lists', 'hello named no lists');
    const pages = () => check.desk.requests.filter(({ call }) => call === 'lists').map(({ body }) => body);
    const entriesOf = (kind: string) =>
      pages().flatMap((page) => (page.kind === kind ? Object.values((page.entries as object) ?? {}) : []));
    // A list may have come in an earlier epoch, so the pages of all epochs count.
    const names = (kind: string) => [...new Set(entriesOf(kind).map(({ name }) => name))];
    const isWhole = () =>
      offered.every(
        ([kind, { total = 0 }]) => names(kind).length >= total && pages().some((page) => page.kind === kind),
      );
    const whole = await check.until(30_000, isWhole);
    const largest = Math.max(0, ...pages().map(({ entries }) => Object.values((entries as object) ?? {}).length));
    const saw = `${pages().length} pages, ${offered.map(([kind, { total }]) => `${kind} ${names(kind).length} of ${total}`).join(', ')}, at most ${largest} names a page`;
    check.note('lists', whole && largest <= 200, 'the answer to hello asked for every list', saw);
  },
};

export const connection: Scenario[] = [lists, unknown, people, skew, unsigned, redirect];
