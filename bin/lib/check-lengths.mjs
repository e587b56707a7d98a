import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The most lines of a file that a person can overlook. Migrations may be longer: each is one step of the database. */
const MOST_LINES = 340;
const SOURCE = /\.([cm]?[jt]sx?|lua|css|html)$/;

/** The sources that are longer, one line each. `files` are paths from `root`. */
export function tooLong(root, files, most = MOST_LINES) {
  return files
    .filter((file) => SOURCE.test(file))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > most)
    .map(({ file, lines }) => `${file} has ${lines} lines: split it by what its parts are about (at most ${most})`);
}
