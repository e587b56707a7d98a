import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepEarlier } from './build.mjs';

const DAY_MS = 24 * 60 * 60_000;

test('files of earlier builds stay for a week beside those of the new build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-build-'));
  try {
    const [earlier, now] = [join(folder, 'earlier'), join(folder, 'now')];
    const write = (path: string, text: string, days: number) => {
      writeFileSync(path, text);
      const time = new Date(Date.now() - days * DAY_MS);
      utimesSync(path, time, time);
    };
    for (const one of [earlier, now]) mkdirSync(one);
    write(join(earlier, 'menu-a1.js'), 'of yesterday', 1);
    write(join(earlier, 'menu-00.js'), 'of last week', 8);
    write(join(earlier, 'react-b2.js'), 'same', 1);
    write(join(now, 'react-b2.js'), 'same', 0);
    keepEarlier(earlier, now);
    expect(readdirSync(now).sort()).toEqual(['menu-a1.js', 'react-b2.js']);
    expect(readFileSync(join(now, 'menu-a1.js'), 'utf8')).toBe('of yesterday');
    // the week counts from the making of a file, however many builds follow
    expect(Date.now() - statSync(join(now, 'menu-a1.js')).mtimeMs).toBeGreaterThan(DAY_MS / 2);
    keepEarlier(join(folder, 'none'), now);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
