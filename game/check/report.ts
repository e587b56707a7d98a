import type { Line } from './check.ts';

const MARKS = { held: '✓', 'not held': '✗', 'not tried': '–' } as const;

/** The table for a terminal: each rule with its section, what was done and what the client did. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(({ rule, section, text, verdict, did, saw }) => {
    const more = [did && `did: ${did}`, verdict === 'not tried' ? `not tried: ${saw}` : `saw: ${saw}`].filter(Boolean);
    return [`${MARKS[verdict]} ${rule.padEnd(22)} ${text} (${section})`, ...more.map((line) => `    ${line}`)].join(
      '\n',
    );
  });
  const count = (verdict: Line['verdict']) => lines.filter((line) => line.verdict === verdict).length;
  return `${rows.join('\n')}\n\n${count('held')} held, ${count('not held')} not held, ${count('not tried')} not tried`;
}
