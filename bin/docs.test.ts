import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Paths that a document names as evidence: in code marks, with a folder or a file's ending. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  return [...text.matchAll(/`([a-z][\w./-]*(?:\/[\w.-]*|\.ts))`/g)].map(([, path]) => path as string);
}

test('every place that docs/asvs.md names as evidence exists', () => {
  const paths = [...new Set(pathsIn('asvs.md'))];
  expect(paths.length).toBeGreaterThan(40);
  expect(
    paths.filter((path) => ![root, join(root, 'server', 'src')].some((base) => existsSync(join(base, path)))),
  ).toEqual([]);
});

test('.env.example and the README name each setting that the server reads, and no other', () => {
  const names = (text: string, pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const asked = names(read('server/src/config.ts'), /^\s+([A-Z][A-Z0-9_]{3,}):/gm);
  expect(asked).toContain('VITRINE_SECRET');
  expect(names(read('.env.example'), /^#? ?([A-Z][A-Z0-9_]+)=/gm)).toEqual(asked);
  const table = /## Settings\n([\s\S]*?)\nRead by the launcher/.exec(read('README.md'))?.[1] ?? '';
  expect(names(table.replace(/^(\|[^|]*\|).*$/gm, '$1'), /`([A-Z][A-Z0-9_]+)`/g)).toEqual(asked);
});
