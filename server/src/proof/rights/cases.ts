/** Gold and silver in every order of buying and ending, and what should be held at each step: the table's rows. */

export const LEVELS = ['gold', 'silver'] as const;
export type Level = (typeof LEVELS)[number];

/** How a base, or Discord, keeps gold and silver. */
export type Keeps =
  /** Both at once. */
  | 'each'
  /** One level of one group: gold is higher. */
  | 'level'
  /** Each pushes the other out. */
  | 'newest';

export type End = 'refund' | 'expiry';

export interface Case {
  /** What the buyer had before anything was bought. */
  prior: Level | undefined;
  bought: readonly [Level, Level];
  ends: readonly [{ of: Level; by: End }, { of: Level; by: End }];
}

const other = (level: Level): Level => (level === 'gold' ? 'silver' : 'gold');
const priors = [undefined, ...LEVELS];
const ways: readonly (readonly [End, End])[] = [
  ['refund', 'refund'],
  ['expiry', 'expiry'],
  ['refund', 'expiry'],
];

export const cases: readonly Case[] = priors.flatMap((prior) =>
  LEVELS.flatMap((first) =>
    ways.flatMap(([one, two]) =>
      LEVELS.map(
        (ended): Case => ({
          prior,
          bought: [first, other(first)],
          ends: [
            { of: ended, by: one },
            { of: other(ended), by: two },
          ],
        }),
      ),
    ),
  ),
);

/**
 * What the buyer should hold, computed without the product's rule. `live` is what is paid, in the order of buying. It is sorted
 * by name, so that two answers can be compared.
 */
export function owed(keeps: Keeps, prior: Level | undefined, live: readonly Level[]): Level[] {
  const all = [...(prior ? [prior] : []), ...live];
  if (keeps === 'each') return LEVELS.filter((level) => all.includes(level));
  if (keeps === 'newest') return all.slice(-1);
  return all.includes('gold') ? ['gold'] : all.slice(0, 1);
}

/** What is held, as a cell says it. */
export const wordOf = (held: readonly string[]): string => (held.length > 1 ? 'both' : (held[0] ?? 'none'));

export const nameOfCase = ({ prior, bought, ends }: Case): string =>
  [prior ?? 'nothing', bought.join(', '), ends.map(({ of, by }) => `${by} of ${of}`).join(', ')].join(' | ');
