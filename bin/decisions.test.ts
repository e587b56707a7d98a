import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', 'docs', 'decisions');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const LINK = /\[(\d+)\]\((\d{4}-[a-z0-9-]+\.md)\)/g;
const HEAD =
  /^# (\d+)\. (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (Accepted|(?:Partly superseded|Superseded) by .+)\n(?:- (Supersedes .+)\n)?\n/;
const PARTS = ['Decision', 'Why', 'Figures', 'What it costs'];

interface Link {
  number: number;
  file: string;
  partly: boolean;
}

interface Decision {
  file: string;
  number: number;
  title: string;
  date: string;
  status: string;
  supersededBy: Link[];
  supersedes: Link[];
  parts: string[];
}

/** Links to other records in a line of the head. */
function linksIn(line: string, partly: boolean): Link[] {
  return [...line.matchAll(LINK)].map(([, number, file]) => ({ number: Number(number), file: file as string, partly }));
}

/** A record in the form of docs/decisions/README.md; null if it has another form. */
function parse(file: string, text: string): Decision | null {
  const head = HEAD.exec(text);
  if (!head) return null;
  const [whole, number, title, date, status, supersedes = ''] = head as unknown as string[];
  if (Number(number) !== Number(file.slice(0, 4))) return null;
  const parts = [...text.slice(whole?.length).matchAll(/^\*\*([^*]+?)\.?\*\*(?=[ (\n])/gm)].map(
    ([, name]) => name as string,
  );
  return {
    file,
    number: Number(number),
    title: title as string,
    date: date as string,
    status: (status as string).replace(LINK, '$1'),
    supersededBy: linksIn(status as string, (status as string).startsWith('Partly')),
    supersedes: linksIn(supersedes, supersedes.startsWith('Supersedes a part of')),
    parts,
  };
}

const required = (parts: string[]) => {
  const ours = parts.filter((part) => PARTS.includes(part));
  const order = PARTS.filter((part) => ours.includes(part));
  return ours.join() === order.join() && PARTS.every((part) => part === 'Figures' || ours.includes(part));
};

describe('the decision records', () => {
  const files = readdirSync(folder).filter((file) => file !== 'README.md');
  const records = files.map((file) => parse(file, read(file)));

  test('each has the form of their README, and their numbers have no gaps', () => {
    const form = 'docs/decisions/README.md shows the form';
    expect(
      files.filter((_, at) => records[at] === null),
      `another head: ${form}`,
    ).toEqual([]);
    const parts = records.filter((one) => one && !required(one.parts)).map((one) => one?.file);
    expect(parts, `other parts, or in another order: ${form}`).toEqual([]);
    expect(
      records.map((one) => one?.number),
      'numbers without gaps',
    ).toEqual(records.map((_, at) => at + 1));
  });

  test('the index has a line for each, with its title, date and status', () => {
    const lines = records.map(
      (one) => `| [${one?.number}](${one?.file}) | ${one?.title} | ${one?.date} | ${one?.status} |`,
    );
    const index = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| ['));
    expect(index, 'the table in docs/decisions/README.md').toEqual(lines);
  });

  test('a superseded record and its successor name each other', () => {
    const pairs = (from: 'supersededBy' | 'supersedes') =>
      records
        .flatMap((one) => (one?.[from] ?? []).map((other) => ({ one: one?.file ?? '', other })))
        .map(({ one, other }) => {
          expect(other.file.startsWith(String(other.number).padStart(4, '0'))).toBe(true);
          const [old, next] = from === 'supersededBy' ? [one, other.file] : [other.file, one];
          return `${next} supersedes ${other.partly ? 'a part of ' : ''}${old}`;
        })
        .sort();
    expect(pairs('supersededBy').length).toBeGreaterThan(0);
    expect(pairs('supersededBy')).toEqual(pairs('supersedes'));
  });
});

test('a record without a date, or with its parts in another order, is found', () => {
  const text = '# 7. A title\n\n- Status: Accepted\n\n**Decision.** x\n';
  expect(parse('0007-example', text)).toBeNull();
  const other = parse(
    '0007-example',
    text.replace('- Status', '- Date: 2026-01-01\n- Status').concat('**What it costs.** y\n**Why.** z\n'),
  );
  expect(other && required(other.parts)).toBe(false);
});
