import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const FILE = 'NOTICE';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const COPYRIGHT = /^\s*(?:\W{0,3}\s*)?(copyright\s+(?:\(c\)|©|\d).*|\(c\)\s+\d.*|©\s*\d.*)$/i;
const HEAD = `Notices of third parties

The libraries that run in production, from package-lock.json, with their licences and copyright lines. The texts stand below.
Made by \`node bin/vitrine.mjs notices\`; \`npm run check\` compares it. The fonts have their licences beside them
(web/app/assets/, server/src/pages/fonts/).

The emoji on the pictures of shared links are drawings of Twemoji, which @twemoji/svg carries. Copyright Twitter, Inc and other
contributors (https://github.com/jdecked/twemoji), licensed under CC-BY 4.0 (https://creativecommons.org/licenses/by/4.0/).
The pictures show them in other sizes and change nothing else.
`;

/** The texts of a package's own licence files together; empty if it has none. */
function textOf(folder) {
  if (!existsSync(folder)) return '';
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (one) => one.isFile() && LICENCE_FILE.test(one.name),
  );
  return files
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\r/g, '').trim())
    .join('\n\n');
}

/** Splits a licence text into its copyright lines and the rest, which many packages share. */
export function partText(text) {
  const lines = text.split('\n');
  const copyright = lines.flatMap((line) => COPYRIGHT.exec(line)?.[1]?.trim() ?? []);
  const rest = lines.filter((line) => !COPYRIGHT.test(line));
  return {
    copyright: [...new Set(copyright)],
    body: rest
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

/**
 * The libraries of a lock file that run in production, by name and version. `optional` ones are programs for one
 * system each: their files are not read, so that every machine makes the same list.
 */
export function librariesIn(lock) {
  const entries = Object.entries(lock.packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link,
  );
  const libraries = entries.map(([path, { version, license, optional = false }]) => {
    const name = path.split('node_modules/').at(-1);
    return { path, name: `${name} ${version}`, licence: license ?? 'see its text', optional };
  });
  const unique = new Map(libraries.map((one) => [one.name, one]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The whole file. Texts that differ only in line breaks appear once, with the packages that have them. */
function notices() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const texts = new Map();
  const rows = librariesIn(lock).map((library) => {
    const { copyright, body } = partText(library.optional ? '' : textOf(join(root, library.path)));
    if (body) {
      const key = body.toLowerCase().replace(/[^a-z0-9]+/g, '');
      const known = texts.get(key) ?? { body, names: [] };
      known.names.push(library.name);
      texts.set(key, known);
    }
    return [`${library.name}: ${library.licence}`, ...copyright.map((line) => `  ${line}`)].join('\n');
  });
  const shared = [...texts.values()].map(({ body, names }) => `--- ${names.join(', ')}\n\n${body}`);
  return [HEAD, rows.join('\n'), ...shared].join('\n\n').concat('\n');
}

/** The problems of the notices in the repository, one line each. */
export function noticeProblems() {
  const kept = existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '';
  return kept === notices() ? [] : [`${FILE} is not what the installed libraries say: node bin/vitrine.mjs notices`];
}

/** `node bin/vitrine.mjs notices`: writes the file. */
export function writeNotices() {
  writeFileSync(join(root, FILE), notices());
  return 0;
}
