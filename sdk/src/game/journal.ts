import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Command, Result } from './types.ts';

/** What the journal knows of a delivery. `at` is ms of this machine's clock. */
export type Row =
  | { state: 'started'; at: number; command: Command }
  | { state: 'done'; at: number; result: Result }
  | { state: 'settled'; at: number; result: Result };

const FORMAT = 1;
/** How long a settled delivery is remembered, and how many are. */
const KEEP_MS = 30 * 86_400_000;
const KEEP_ROWS = 10_000;
/** The file is written anew once more lines than this no longer count. */
const MOST_OLD_LINES = 2000;

interface Line {
  id: string;
  row: Row | null;
}

/** Forces the folder's entry of a file to the disk, because a rename alone does not do that. */
function syncFolder(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * The memory that makes a delivery happen once: one file to which lines are only added, each forced to the disk. Its
 * first line names the journal; each other one is the state of a delivery.
 */
export class Journal {
  readonly id: string;
  readonly #file: string;
  readonly #rows: Map<string, Row>;
  #handle: number;
  /** Bytes that the disk has for certain. What a failed write left behind them is cut off before the next one. */
  #length: number;
  #lines: number;

  private constructor(file: string, id: string, rows: Map<string, Row>) {
    this.id = id;
    this.#file = file;
    this.#rows = rows;
    this.#handle = -1;
    this.#length = 0;
    this.#lines = 0;
    this.#writeAnew();
  }

  /**
   * Opens a journal, or makes one. A last line without its end is what a power cut left of a write, and is dropped.
   * Throws where any other line cannot be read: without it nobody knows what was done.
   */
  static open(file: string, now = Date.now()): Journal {
    mkdirSync(dirname(file), { recursive: true });
    const rows = new Map<string, Row>();
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const lines = text.split('\n').slice(0, -1);
    let id = randomBytes(16).toString('hex');
    for (const [at, line] of lines.entries()) {
      try {
        const read = JSON.parse(line);
        if (at === 0) {
          if (read.vitrine_journal !== FORMAT || typeof read.id !== 'string') throw new Error('another format');
          id = read.id;
        } else if (read.row === null) rows.delete(read.id);
        else rows.set(read.id, read.row);
      } catch (cause) {
        throw new Error(`${file}: line ${at + 1} of the journal cannot be read. Put a copy of the file back.`, {
          cause,
        });
      }
    }
    prune(rows, now);
    return new Journal(file, id, rows);
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** Every delivery that is not settled, in the order in which it was written. */
  open(): [string, Row][] {
    return [...this.#rows].filter(([, { state }]) => state !== 'settled');
  }

  /**
   * Writes what is known of a delivery; null forgets it. When this returns, the disk has it. Throws if the disk does not have it, or
   * if another process has opened the journal since, because then what this process writes would be lost.
   */
  put(id: string, row: Row | null): void {
    this.#append({ id, row });
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
    if (this.#lines > this.#rows.size + MOST_OLD_LINES) {
      prune(this.#rows, Date.now());
      this.#writeAnew();
    }
  }

  close(): void {
    closeSync(this.#handle);
  }

  #append(line: Line): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    if (statSync(this.#file).ino !== fstatSync(this.#handle).ino)
      throw new Error('another process has the journal now');
    ftruncateSync(this.#handle, this.#length);
    writeWhole(this.#handle, bytes, this.#length);
    fsyncSync(this.#handle);
    this.#length += bytes.length;
    this.#lines += 1;
  }

  /** Writes a file with what counts, beside the old one, and puts it in its place in one step. */
  #writeAnew(): void {
    const lines = [{ vitrine_journal: FORMAT, id: this.id }, ...[...this.#rows].map(([id, row]) => ({ id, row }))];
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const fresh = openSync(`${this.#file}.new`, 'w');
    try {
      writeWhole(fresh, bytes, 0);
      fsyncSync(fresh);
      renameSync(`${this.#file}.new`, this.#file);
      syncFolder(this.#file);
    } catch (error) {
      closeSync(fresh);
      throw error;
    }
    if (this.#handle !== -1) closeSync(this.#handle);
    this.#handle = fresh;
    this.#length = bytes.length;
    this.#lines = this.#rows.size;
  }
}

function writeWhole(handle: number, bytes: Buffer, from: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(handle, bytes, written, bytes.length - written, from + written);
  }
}

/** Forgets settled deliveries that are too old, and the oldest of too many. */
function prune(rows: Map<string, Row>, now: number): void {
  const settled = [...rows].filter(([, { state }]) => state === 'settled').sort(([, a], [, b]) => b.at - a.at);
  for (const [place, [id, { at }]] of settled.entries()) {
    if (place >= KEEP_ROWS || now - at > KEEP_MS) rows.delete(id);
  }
}
