import { limits } from '@vitrine/contract/limits';
import { CsvError, parse } from 'csv-parse/sync';

/** A row of a sheet: its cells as they were written, and the line of the file in which it begins. */
export interface RawRow {
  line: number;
  cells: string[];
}

/** Why a file is no sheet, and where. */
export class UnreadableSheet extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Spreadsheets of Brazil write semicolons, others commas, and what is copied out of one has tabs. */
const separators = [';', ',', '\t'];

/** The sign that separates the cells of this line: the one that stands in it most often. */
function separatorOf(head: string): string {
  const often = separators.map((one) => head.split(one).length);
  return separators[often.indexOf(Math.max(...often))] ?? ';';
}

/**
 * The rows of a CSV file that are not empty, the names of the columns first. Refuses a file that is no CSV, or has more rows than
 * a sheet may have (`UnreadableSheet`).
 */
export function readSheet(csv: string): RawRow[] {
  const text = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  // Spreadsheets may write a first line that only names the separator.
  const named = /^sep=([;,\t])\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const skipped = named ? 1 : 0;
  let before = skipped;
  const rows: RawRow[] = [];
  const told = { delimiter: named?.[1] ?? separatorOf(body.split('\n', 1)[0] ?? ''), record_delimiter: '\n' };
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(body, { ...told, info: true, relax_column_count: true }) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = skipped + (typeof error.lines === 'number' ? error.lines : 1);
    throw new UnreadableSheet(line, 'Não dá para ler o arquivo a partir daqui. Confira as aspas desta linha.');
  }
  for (const { record, info } of records) {
    const line = before + 1;
    before = skipped + info.lines;
    if (record.every((cell) => cell.trim() === '')) continue;
    // the names of the columns do not count
    if (rows.length > limits.sheetRowsMax) {
      const most = limits.sheetRowsMax.toLocaleString('pt-BR');
      throw new UnreadableSheet(line, `A planilha pode ter até ${most} produtos. Divida em duas.`);
    }
    rows.push({ line, cells: record });
  }
  return rows;
}
