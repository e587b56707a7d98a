import { expect, test } from 'vitest';
import { giveInto, levelOf, type Place, placeOf, standsIn, takeFrom } from './place.ts';

/** A city of one kind that keeps groups as its base does, without knowing who paid for them. */
interface City {
  place: string;
  give(held: string | undefined, group: string): string | undefined;
}

const GRADE = /^(.+):(\d)$/;
/** Whether the script leaves what is held: a higher grade of the same job. */
const stays = (held: string | undefined, group: string): boolean => {
  const [, job, grade] = GRADE.exec(group) ?? [];
  const [, own, high] = GRADE.exec(held ?? '') ?? [];
  return own !== undefined && own === job && Number(high) > Number(grade);
};

const cities: Record<'level' | 'gtype' | 'grade' | 'plain', City> = {
  level: { place: 'level:Vip', give: (_held, group) => group },
  gtype: { place: 'gtype:vip', give: (_held, group) => group },
  grade: { place: 'gtype:job', give: (held, group) => (stays(held, group) ? (held as string) : group) },
  plain: { place: 'group:vip', give: (_held, group) => group },
};
const groups = {
  level: ['Vip:1', 'Vip:2', 'Vip:3'],
  gtype: ['gold', 'silver', 'bronze'],
  grade: ['job:police:1', 'job:police:2', 'job:mechanic:0'],
  plain: ['vip'],
};

interface Purchase {
  group: string;
  seq: number;
}

/** The group that the player should hold, found in another way than the rule's: sort the groups, and take the first or the last. */
function owed(kind: keyof typeof cities, prior: string | undefined, live: readonly Purchase[]): string | undefined {
  const all = [...(prior === undefined ? [] : [{ group: prior, seq: 0 }]), ...live];
  if (kind === 'grade') {
    // From the last purchase of another job on, the highest grade counts.
    const job = (group?: string) => group?.slice(0, -2);
    all.sort((a, b) => a.seq - b.seq);
    const since = all.findLastIndex(({ group }) => job(group) !== job(all.at(-1)?.group)) + 1;
    return all
      .slice(since)
      .map(({ group }) => group)
      .sort()
      .at(-1);
  }
  if (kind === 'level') all.sort((a, b) => Number(a.group.slice(4)) - Number(b.group.slice(4)));
  else all.sort((a, b) => b.seq - a.seq);
  return all[0]?.group;
}

/** Every walk of buying and ending at most three purchases. */
function* walks(length: number): Generator<number[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const rest of walks(length - 1)) for (let step = 0; step < 6; step += 1) yield [...rest, step];
}

test.each(['level', 'gtype', 'grade', 'plain'] as const)(
  'after every purchase and every end the player holds what is owed (%s)',
  (kind) => {
    const city = cities[kind];
    const wrong: unknown[] = [];
    let checked = 0;
    for (const prior of [undefined, ...groups[kind]]) {
      for (const walk of walks(5)) {
        let live: Purchase[] = [];
        let held = prior;
        for (const [at, step] of walk.entries()) {
          const here = (others: Purchase[]): Place => ({ place: city.place, others, prior });
          if (step < 3) {
            const bought = { group: groups[kind][step % groups[kind].length] as string, seq: at + 1 };
            held = city.give(held, giveInto(here(live), bought));
            live = [...live, bought];
          } else {
            const ended = live[step - 3];
            if (!ended) break;
            live = live.filter((one) => one !== ended);
            const taking = takeFrom(here(live), ended);
            if (taking.does === 'remove') held = undefined;
            if (taking.does === 'restore') held = taking.group;
            if (taking.does === 'nothing' && held !== taking.stays) wrong.push({ prior, walk, at, held, taking });
          }
          if (held !== owed(kind, prior, live)) wrong.push({ prior, walk, at, held });
          checked += 1;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(10_000);
  },
);

test('only what is owed is restored, and what was there before the purchase needs no purchase', () => {
  const place = 'level:Vip';
  const gold = { group: 'Vip:1', seq: 1 };
  const silver = { group: 'Vip:2', seq: 2 };
  expect(takeFrom({ place, others: [] }, gold)).toEqual({ does: 'remove' });
  expect(takeFrom({ place, others: [silver] }, gold)).toEqual({ does: 'restore', group: 'Vip:2', by: 'purchase' });
  expect(takeFrom({ place, others: [gold] }, silver)).toEqual({ does: 'nothing', stays: 'Vip:1', by: 'purchase' });
  expect(takeFrom({ place, others: [], prior: 'Vip:1' }, silver)).toEqual({
    does: 'nothing',
    stays: 'Vip:1',
    by: 'prior',
  });
  expect(takeFrom({ place, others: [], prior: 'Vip' }, silver)).toEqual({ does: 'restore', group: 'Vip', by: 'prior' });
});

test('a level is a level only where the base keeps levels', () => {
  expect(levelOf('Vip:2')).toEqual({ name: 'Vip', level: 2 });
  expect(levelOf('Vip')).toEqual({ name: 'Vip', level: Number.POSITIVE_INFINITY });
  expect(placeOf('creative_network', 'Vip:2')).toBe('level:Vip');
  expect(placeOf('creative3', 'Vip:2')).toBe('group:Vip:2');
  expect(placeOf('vrp1', 'gold', 'gtype:vip')).toBe('gtype:vip');
  // The script's place is ignored if the base itself decides, or if the place is nonsense.
  expect(placeOf('creative_network', 'Vip', 'gtype:vip')).toBe('level:Vip');
  expect(placeOf('vrp1', 'gold', 'level:gold')).toBe('group:gold');
  expect(standsIn('gtype:vip', [])).toBeUndefined();
});
