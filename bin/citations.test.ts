import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The folders in which a page is searched if its name has no folder. */
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

const readable = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('records that are cited by their number alone exist', () => {
  const numbers = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4)));
  const lost = readable.flatMap(({ file, text }) =>
    [...text.matchAll(/decisions\/(\d{4})(?![\d-])/g)]
      .filter(([, number]) => !numbers.has(number as string))
      .map(([cited]) => `${file}: ${cited}`),
  );
  expect(lost, 'numbers of decision records that are not there').toEqual([]);
});

/** A heading's name in an address, as the usual hosts make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const withoutExamples = (text: string) => text.replace(/```[\s\S]*?```/g, '');

/** What is wrong with a link of a page, or undefined. */
function problemOfLink(page: string, words: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path ? join(root, dirname(page), path) : join(root, page);
  if (!existsSync(target)) return 'is not there';
  const record = /\/(\d{4})-[\w-]+\.md$/.exec(target)?.[1];
  if (record && /^\d+$/.test(words) && Number(words) !== Number(record)) return 'is a record with another number';
  if (!anchor || !target.endsWith('.md')) return undefined;
  const headings = withoutExamples(readFileSync(target, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, heading]) => anchorOf(heading as string) === anchor)
    ? undefined
    : 'has no such heading';
}

test('links of the pages lead to files, and to headings that these have', () => {
  const links = readable
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...withoutExamples(text).matchAll(/\[([^\]]*)\]\(((?!https?:|mailto:)[^)\s…]+)\)/g)].map(
        ([, words = '', link = '']) => ({ file, words, link }),
      ),
    );
  expect(links.length).toBeGreaterThan(200);
  const lost = links.flatMap(({ file, words, link }) => {
    const problem = problemOfLink(file, words, link);
    return problem ? [`${file}: ${link} ${problem}`] : [];
  });
  expect(lost).toEqual([]);
});

test('files that comments of our code name exist', () => {
  const places = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
  const lost = readable
    // The stand-in's cities cite the files of other people's bases; a migration cites what was there when it was written.
    .filter(({ file }) => /\.(tsx?|mjs|css)$/.test(file) && !/^standins\/fxserver\/|^bin\/.*\.test\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^\s*(?:\/?\*|\/\/).*$/gm)]
        .flatMap(([line]) => [...line.matchAll(/(?<![\w/.@-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs)\b/g)])
        .filter(([name]) => !places.has(name))
        .map(([name]) => `${file}: ${name}`),
    );
  expect(lost, 'files that are cited and not there').toEqual([]);
});

test('with a missing page, section, file or heading are found', () => {
  const [page, place] = citationsIn('server/src/x.ts', '/** See NOWHERE.md, and SPEC.md section 99. */');
  expect(page && pageOf(page)).toBeNull();
  expect(place && hasPlace(pageOf(place) ?? '', place)).toBe(false);
  expect(problemOfLink('README.md', 'Operations', 'operations.md')).toBe('is not there');
  expect(problemOfLink('README.md', 'more', 'docs/operations.md#nowhere')).toBe('has no such heading');
  expect(problemOfLink('README.md', '38', 'docs/decisions/0039-one-store-never-stops-another.md')).toMatch(/another/);
  expect(problemOfLink('README.md', 'more', 'docs/operations.md#proof')).toBeUndefined();
});
