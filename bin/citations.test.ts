import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Where a page without a folder in its name is searched. */
const SHELVES = ['', 'docs', 'docs/spec', 'docs/spec/facts', 'docs/decisions'];

/** A page and a place in it: `SPEC.md section 4`, `facts/discord.md, 6`, `DECISIONS.md, The API`. */
const CITATION = /((?:[\w-]+\/)*[\w.-]+\.md)(?:,? (?:section )?(\d+(?:\.\d+)?)(?![\d%])|, ([A-Z][^\n]*))?/g;

interface Citation {
  file: string;
  page: string;
  number?: string;
  /** The words after the page's name; they start with a heading of it. */
  words?: string;
}

function citationsIn(file: string, text: string): Citation[] {
  // A citation may continue in the next line of a comment.
  const joined = text.replace(/\n\s*(?:\*|\/\/|--|#)? ?/g, ' ');
  return [...joined.matchAll(CITATION)].map(([, page, number, words]) => ({
    file,
    page: page as string,
    ...(number && { number }),
    ...(words && { words: words.slice(0, 80) }),
  }));
}

const pages = new Map<string, string | null>();

/** The text of the cited page, or null. */
function pageOf({ file, page }: Pick<Citation, 'file' | 'page'>): string | null {
  const key = `${dirname(file)}:${page}`;
  if (!pages.has(key)) {
    const path = [dirname(file), ...SHELVES].map((shelf) => join(root, shelf, page)).find((one) => existsSync(one));
    pages.set(key, path ? readFileSync(path, 'utf8') : null);
  }
  return pages.get(key) ?? null;
}

/**
 * Whether a page has the place: a numbered heading, a point of a numbered section, or the beginning of a heading, row
 * or list line.
 */
function hasPlace(text: string, { number, words }: Pick<Citation, 'number' | 'words'>): boolean {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading as string);
  if (number) {
    if (
      headings.some((heading) => heading === number || new RegExp(`^${number.replace('.', '\\.')}[. ]`).test(heading))
    ) {
      return true;
    }
    const [section = '', point] = number.split('.');
    const from = text.search(new RegExp(`^## ${section}\\. `, 'm'));
    if (from < 0 || !point) return false;
    const until = text.indexOf('\n## ', from + 1);
    return new RegExp(`^${point}\\. `, 'm').test(text.slice(from, until < 0 ? undefined : until));
  }
  if (words) {
    const plain = (one: string) => one.toLowerCase().replace(/[`*]/g, '');
    const cited = plain(words);
    const phrase = /^[^,.;:)]+/.exec(cited)?.[0] ?? cited;
    return (
      headings.some((heading) => cited.startsWith(plain(heading).replace(/^[\d.]+ /, ''))) ||
      [...text.matchAll(/^(?:#+|-|\|) (.+)$/gm)].some(([, line]) => plain(line as string).startsWith(phrase))
    );
  }
  return true;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  // The facts cite pages of other people's repositories.
  .filter((file) => /\.(tsx?|mjs|lua|sql|css|md)$/.test(file) && !/^docs\/spec\/facts\/|citations\.test/.test(file))
  .filter((file) => existsSync(join(root, file)));

describe('citations in code and documents', () => {
  const citations = files.flatMap((file) => citationsIn(file, readFileSync(join(root, file), 'utf8')));

  test('name pages of this repository', () => {
    expect(citations.length).toBeGreaterThan(200);
    const lost = citations.filter((one) => pageOf(one) === null).map(({ file, page }) => `${file}: ${page}`);
    expect(lost, 'cited pages that are not there').toEqual([]);
  });

  test('name places that exist', () => {
    const lost = citations
      .filter((one) => one.number || one.words)
      .filter((one) => !hasPlace(pageOf(one) ?? '', one))
      .map(({ file, page, number, words }) => `${file}: ${basename(page)} ${number ?? words}`);
    expect(lost, 'cited sections, headings or rows that the page does not have').toEqual([]);
  });
});

test('with a missing page or section are found', () => {
  const [page, place] = citationsIn('server/src/x.ts', '/** See NOWHERE.md, and SPEC.md section 99. */');
  expect(page && pageOf(page)).toBeNull();
  expect(place && hasPlace(pageOf(place) ?? '', place)).toBe(false);
});
