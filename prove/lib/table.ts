import { promises } from './line.ts';
import type { Result } from './prove.ts';

const HEAD = ['promise', 'section', 'what must hold', 'what was done', 'figure', 'floor', 'held'] as const;
/** Most letters per cell; longer texts go on in the next line. */
const WIDE = [7, 11, 44, 44, 40, 26, 4] as const;

function broken(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.replaceAll('\n', ' ').split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']);
}

function row(cells: readonly string[]): string {
  const parts = cells.map((cell, at) => broken(cell, WIDE[at] ?? 20));
  const height = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    parts
      .map((part, at) => (part[line] ?? '').padEnd(WIDE[at] ?? 20))
      .join('  ')
      .trimEnd(),
  ).join('\n');
}

/** Prints the table, and below it the number of held lines. */
export function printTable(results: readonly Result[]): void {
  console.log(`\n${row(HEAD)}\n${'─'.repeat(WIDE.reduce((sum, width) => sum + width + 2, 0))}`);
  for (const { promise, section, title, done, figure, floor, held } of results) {
    console.log(row([promise, section, title, done, figure, floor, held === null ? '–' : held ? 'yes' : 'NO']));
  }
  const touched = [...new Set(results.map(({ promise }) => promise))].sort(
    (a, b) => Number(a.slice(1)) - Number(b.slice(1)),
  );
  console.log(`\n${touched.map((promise) => `${promise} ${promises[promise]}`).join('; ')}.`);
  const count = (wanted: boolean | null) => results.filter(({ held }) => held === wanted).length;
  const untried = count(null) > 0 ? `, ${count(null)} not tried here` : '';
  console.log(`${count(true)} held, ${count(false)} not held${untried}`);
}
