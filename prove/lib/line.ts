import type { World } from './world.ts';

/** The result of a line of the table. */
export interface Finding {
  /** What was done, with its counts. */
  done: string;
  figure: string;
  /** The promised value, in the figure's unit. */
  floor: string;
  held: boolean;
}

/** How much a run does: `short` takes a minute or two in all, `long` does what the promises say. */
export type Length = 'short' | 'long';

/** One line of the table: an attack or a fault, tried from outside. */
export interface Line {
  /** P1 to P15 of docs/security.md. */
  promise: Promised;
  /** What must be true, as one sentence. */
  title: string;
  /** Not in the short run: it waits for a promised time, or needs a load that proves nothing in seconds. */
  longOnly?: true;
  /** It takes something from all lines, or watches all of them. So it never runs beside another line. */
  alone?: true;
  /** What this machine lacks for the line. The table then says so, and the line does not count. */
  lacks?(): string | undefined;
  /** Longest time in ms, if 15 minutes are too short. */
  mostMs?(world: World): number;
  /** Throws for what it could not do: the line then counts as not held, with the reason as its figure. */
  run(world: World): Promise<Finding>;
}

/** The lines of one section, in their order. */
export interface Section {
  name: string;
  lines: Line[];
}

/** The promises of docs/security.md in a few words, as the table prints them. */
export const promises = {
  P1: 'a payment counts once, if every fact fits',
  P2: 'no payment is lost',
  P3: 'nothing is oversold, no limit is passed',
  P4: 'a repeated request is one request',
  P5: 'effectively once in the game, always an honest state',
  P6: 'a crash costs seconds',
  P7: 'the database may restart',
  P8: 'providers may be slow, wrong or away',
  P9: 'a deploy drops nothing',
  P10: 'a store never sees or touches another',
  P11: "a shopper's text stays text",
  P12: 'accounts are not taken or discovered',
  P13: 'abuse costs the abuser',
  P14: 'little personal data, well kept',
  P15: 'queues survive days',
} as const;
export type Promised = keyof typeof promises;

/** A finding about a list of mistakes: held if the list is empty. Shows the first few. */
export function nothingWrong(done: string, wrong: readonly string[], what = 'wrong'): Finding {
  const shown = [...new Set(wrong)].slice(0, 3).map((one) => one.slice(0, 160));
  return {
    done,
    figure: wrong.length === 0 ? `0 ${what}` : `${wrong.length} ${what}: ${shown.join(' | ')}`,
    floor: `0 ${what}`,
    held: wrong.length === 0,
  };
}
