/**
 * Groups that cannot be held side by side share a **place**. A player holds at most one of them at a time:
 *
 * - Creative Network keeps one level for each group, so `Vip:1` and `Vip:2` share the place `level:Vip`
 * - vRP 1 lets groups of one gtype push each other out; the script reports the place `gtype:vip`
 * - a job has grades, `job:police:2`, and so has a group of ox_core, `vip:2`: the script never lowers the grade of what is held
 * - everywhere else a group has its own place, `group:vip`
 *
 * Which group of a place a player should hold follows from what live purchases give and from what was there before.
 */

/** The base with one level for each group and player. */
const LEVEL_BASE = 'creative_network';

/** A group and its level, as `Vip:2`. 1 is the highest. A group without a level is given with the lowest. */
export function levelOf(group: string): { name: string; level: number } {
  const [, name, level] = /^(.+):(\d{1,9})$/.exec(group) ?? [];
  return name === undefined ? { name: group, level: Number.POSITIVE_INFINITY } : { name, level: Number(level) };
}

/** The place of a group on this base. `reported` is the place that the city's script named when it gave the group. */
export function placeOf(framework: string, group: string, reported?: string | null): string {
  // An older script names no place, so the base decides.
  if (framework === LEVEL_BASE) return `level:${levelOf(group).name}`;
  return reported?.startsWith('gtype:') ? reported : `group:${group}`;
}

/**
 * The group of a place that the player should hold; undefined for none. `groups` come in the order in which they were
 * given. Among levels, the highest counts. Among groups that push each other out, the newest counts.
 */
export function standsIn(place: string, groups: readonly string[]): string | undefined {
  if (!place.startsWith('level:')) return groups.at(-1);
  return groups.reduce<string | undefined>(
    (best, group) => (best === undefined || levelOf(group).level < levelOf(best).level ? group : best),
    undefined,
  );
}

/** Why something stays: another live purchase gives it, or the player had it before anything was bought. */
export type Owner = 'purchase' | 'prior';

/** Whether both are grades of one job or group, and this one is the lower. 2 is higher than 1, and no grade is the lowest. */
function isLowerGrade(group: string, than: string): boolean {
  const [one, other] = [group, than].map((text) => {
    const [, name = text, grade = '-1'] = /^(.+):(\d{1,3})$/.exec(text) ?? [];
    return { name, grade: Number(grade) };
  });
  return one !== undefined && one.name === other?.name && one.grade < other.grade;
}

/** The group that a player holds in a place after these were given, in this order. */
function heldIn(place: string, groups: readonly string[]): string | undefined {
  if (place.startsWith('level:')) return standsIn(place, groups);
  return groups.reduce<string | undefined>(
    (held, group) => (held !== undefined && isLowerGrade(group, held) ? held : group),
    undefined,
  );
}

export type Taking =
  /** Nobody else gives anything in this place, so it is emptied. */
  | { does: 'remove' }
  /** The place gets the group that is still owed. */
  | { does: 'restore'; group: string; by: Owner }
  /** The place already holds what is owed. */
  | { does: 'nothing'; stays: string; by: Owner };

export interface Place {
  place: string;
  /** What other live purchases give in this place, in the order of their deliveries. */
  others: readonly { group: string; seq: number }[];
  /** What the player held here before anything was bought; undefined where that is nothing or unknown. */
  prior?: string | undefined;
}

const inOrder = (groups: readonly { group: string; seq: number }[]) =>
  [...groups].sort((a, b) => a.seq - b.seq).map(({ group }) => group);

/** What follows when a purchase stops giving a group. `seq` is the position of its delivery among the player's. */
export function takeFrom({ place, others, prior }: Place, taken: { group: string; seq: number }): Taking {
  const before = prior === undefined ? [] : [prior];
  const left = heldIn(place, [...before, ...inOrder(others)]);
  if (left === undefined) return { does: 'remove' };
  const by = others.some(({ group }) => group === left) ? 'purchase' : 'prior';
  const now = heldIn(place, [...before, ...inOrder([...others, taken])]);
  return left === now ? { does: 'nothing', stays: left, by } : { does: 'restore', group: left, by };
}

/** The group that the player should hold once a purchase gives this one: a higher level that is paid stays. */
export function giveInto({ place, others, prior }: Place, given: { group: string; seq: number }): string {
  const before = prior === undefined ? [] : [prior];
  return standsIn(place, [...before, ...inOrder([...others, given])]) ?? given.group;
}
