import { cleanLine } from './names.ts';
import { readAddress } from './web-address.ts';

/**
 * How an owner's description is read: each line is a point; within a line **bold**, *italic* and [links](https://…), and
 * nothing else. Pure and free of Zod, so that every page may use it.
 */

interface Span {
  text: string;
  bold: boolean;
  italic: boolean;
}

/** A stretch of a line: words, or one link with all of its words. */
export interface Stretch {
  /** A whole `https:` address; null outside links. */
  href: string | null;
  spans: Span[];
}

/** Lines of a description without empty ones. A leading '> ' is removed (SPEC.md section 2). */
export function descriptionLines(description: string): string[] {
  return description
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*>\s?/, '').trim())
    .filter((line) => line !== '');
}

/** Neither part may hold a bracket, so no two attempts read the same character: the search is linear. */
const LINK = /\[([^[\]]+)\]\((https:\/\/[^\s()[\]<>"]+)\)/g;
const LETTER = /[\p{L}\p{N}]$/u;
const FIRST_LETTER = /^[\p{L}\p{N}]/u;
const VISIBLE = /[^\s*]/;

/** The words of a line and the links in it. A link that is not allowed stays text, as it was typed. */
function stretchesOf(line: string): { href: string | null; text: string }[] {
  const found = [];
  let end = 0;
  for (const { 0: whole, 1: label = '', 2: address = '', index } of line.matchAll(LINK)) {
    const href = VISIBLE.test(label) && readAddress(address);
    if (!href) continue;
    found.push({ href: null, text: line.slice(end, index) }, { href, text: label });
    end = index + whole.length;
  }
  return [...found, { href: null, text: line.slice(end) }].filter(({ text }) => text !== '');
}

type Emphasis = 'bold' | 'italic';
const widths: Record<Emphasis, number> = { bold: 2, italic: 1 };
const emphasesOf: Record<number, Emphasis[]> = { 1: ['italic'], 2: ['bold'], 3: ['bold', 'italic'] };

/** The line in pieces: text, or one to three stars; a piece's `turns` are the emphases that begin or end there. */
interface Piece {
  href: string | null;
  text: string;
  turns: Emphasis[];
}

/**
 * An emphasis begins with stars at the start of a word and ends with stars at the end of one, so `5*3*2` is only text. Stars
 * without a partner change nothing.
 */
function piecesOf(line: string): Piece[] {
  const pieces = stretchesOf(line).flatMap(({ href, text }) =>
    text.split(/(\*+)/).flatMap((part) => (part === '' ? [] : [{ href, text: part, turns: [] as Emphasis[] }])),
  );
  const open: Partial<Record<Emphasis, Piece>> = {};
  for (const [index, piece] of pieces.entries()) {
    const kinds = piece.text.startsWith('*') ? emphasesOf[piece.text.length] : undefined;
    const [before, after] = [pieces[index - 1]?.text ?? ' ', pieces[index + 1]?.text ?? ' '];
    const begins = !/^\s/.test(after) && !LETTER.test(before);
    const ends = !/\s$/.test(before) && !FIRST_LETTER.test(after);
    for (const kind of kinds ?? []) {
      const partner = open[kind];
      if (partner && ends) {
        partner.turns.push(kind);
        piece.turns.push(kind);
        delete open[kind];
      } else if (!partner && begins) open[kind] = piece;
    }
  }
  return pieces;
}

/** A line of a description as words with their emphasis, and links. What is not closed or not allowed stays text. */
export function richLine(line: string): Stretch[] {
  const stretches: Stretch[] = [];
  const now = { bold: false, italic: false };
  for (const { href, text, turns } of piecesOf(cleanLine(line))) {
    const used = turns.reduce((sum, kind) => sum + widths[kind], 0);
    const left = text.slice(used);
    if (left !== '') {
      let stretch = stretches.at(-1);
      if (!stretch || stretch.href !== href) {
        stretch = { href, spans: [] };
        stretches.push(stretch);
      }
      stretch.spans.push({ text: left, ...now });
    }
    for (const kind of turns) now[kind] = !now[kind];
  }
  return stretches;
}

/** A line of a description without its marks, where only text may stand. */
export const plainLine = (line: string): string =>
  richLine(line)
    .flatMap(({ spans }) => spans.map(({ text }) => text))
    .join('');
