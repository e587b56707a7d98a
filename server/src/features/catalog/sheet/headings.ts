import { plainText } from '@vitrine/contract/text-search';
import { type OtherField, otherColumns, type ReadField, readColumns, readFields } from './columns.ts';
import type { RawRow } from './read-sheet.ts';

/** What is wrong with a sheet. `column` is null if the fault is about the whole row. */
export interface Fault {
  line: number;
  column: string | null;
  text: string;
}

/** Where each column stands. */
export interface Headings {
  at: Partial<Record<ReadField | OtherField, number>>;
  /** How many columns there are. */
  width: number;
  /** Columns that are not read. */
  ignored: string[];
  faults: Fault[];
}

const known = new Map<string, ReadField | OtherField>([
  ...readFields.map((field) => [plainText(readColumns[field].name), field] as const),
  ...Object.entries(otherColumns).map(([field, name]) => [plainText(name), field as OtherField] as const),
]);

/** How many unknown headings an answer tells, and how many letters of each. */
const IGNORED_MAX = 20;
const TOLD = 60;

/** The columns of a sheet by its first row, in any order. Columns without a known name are told, and not read. */
export function readHeadings(row: RawRow | undefined): Headings {
  const { line, cells } = row ?? { line: 1, cells: [] };
  const headings: Headings = { at: {}, width: cells.length, ignored: [], faults: [] };
  for (const [place, cell] of cells.entries()) {
    const name = cell.trim();
    const field = known.get(plainText(name));
    if (!field) {
      if (name !== '' && headings.ignored.length < IGNORED_MAX) headings.ignored.push(name.slice(0, TOLD));
    } else if (headings.at[field] !== undefined) {
      headings.faults.push({ line, column: name, text: 'Esta coluna está na planilha duas vezes.' });
    } else headings.at[field] = place;
  }
  if (headings.at.id === undefined && headings.at.name === undefined) {
    const text = 'A primeira linha precisa ter os nomes das colunas, como na planilha que você baixa aqui.';
    headings.faults.push({ line, column: null, text });
  }
  return headings;
}
