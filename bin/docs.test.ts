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
