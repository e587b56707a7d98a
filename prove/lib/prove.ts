import type { Finding, Length, Line, Promised, Section } from './line.ts';
import { crowd } from './waiting.ts';
import { startWorld, type World } from './world.ts';

/** A line with its result. */
export interface Result extends Omit<Finding, 'held'> {
  section: string;
  promise: Promised;
  title: string;
  seconds: number;
  /** null: this machine cannot try it. */
  held: boolean | null;
}

export interface Options {
  length: Length;
  cases: number | undefined;
  minutes: number | undefined;
}

/** Longest time of one line in ms; a longer one hangs. The soak and the fuzzing have their own. */
const MOST_MS = 15 * 60_000;
const MARKS: Record<string, string> = { true: '✓', false: '✗', null: '–' };
/** Lines that run at once in a short run. */
const BESIDE = 3;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts the world, tries every line, and stops everything again, also after Ctrl-C. */
export async function prove(sections: readonly Section[], options: Options): Promise<Result[]> {
  let close = async () => {};
  let interrupted = false;
  const stop = () => {
    if (interrupted) return;
    interrupted = true;
    console.error('Stopping: taking everything down.');
    void close().finally(() => process.exit(130));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const world = await startWorld(options, (undo) => {
    close = undo;
  });
  const results: Result[] = [];
  try {
    for (const group of groupsOf(sections, options.length)) {
      const found = await crowd(group.length, group.length, async (at) => {
        const { name, line } = group[at] as Place;
        const result = await tryLine(name, line, world);
        // A line's result during the shutdown means nothing; the signal ends the process soon.
        if (interrupted) await new Promise(() => {});
        console.error(`${MARKS[String(result.held)]} ${name}: ${line.title} (${result.seconds} s): ${result.figure}`);
        return result;
      });
      results.push(...found);
    }
  } finally {
    if (!interrupted) await close();
  }
  return results;
}

interface Place {
  name: string;
  line: Line;
}

/**
 * A long run tries one line after the other. A short run measures no waits, so it tries several lines at once, but never beside a
 * line that is `alone`.
 */
export function groupsOf(sections: readonly Section[], length: Length): Place[][] {
  const all = sections.flatMap(({ name, lines }) => lines.map((line) => ({ name, line })));
  const groups: Place[][] = [];
  for (const place of all.filter(({ line }) => length === 'long' || !line.longOnly)) {
    const last = groups.at(-1);
    const together =
      length === 'short' && last && last.length < BESIDE && ![...last, place].some(({ line }) => line.alone);
    if (together) last.push(place);
    else groups.push([place]);
  }
  return groups;
}

async function tryLine(section: string, line: Line, world: World): Promise<Result> {
  const start = performance.now();
  const { promise, title } = line;
  const lack = line.lacks?.();
  if (lack) {
    return { section, promise, title, done: 'not tried', figure: lack, floor: '–', held: null, seconds: 0 };
  }
  const finding = await withinTime(line, world).catch(
    (error: Error): Finding => ({
      done: 'could not be measured',
      figure: error.message.split('\n')[0]?.slice(0, 300) ?? '',
      floor: 'measured',
      held: false,
    }),
  );
  return { section, promise, title, ...finding, seconds: Math.round((performance.now() - start) / 1000) };
}

async function withinTime(line: Line, world: World): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_settle, reject) => {
    const most = line.mostMs?.(world) ?? MOST_MS;
    timer = setTimeout(() => reject(new Error(`no end within ${Math.round(most / 1000)} s`)), most);
  });
  try {
    return await Promise.race([line.run(world), late]);
  } finally {
    clearTimeout(timer);
  }
}
