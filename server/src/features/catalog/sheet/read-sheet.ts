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

/** Separators that a file may have: enough for 5,000 rows with their texts. Parsing more would hold the process up. */
const SEPARATORS_MAX = 200_000;

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** The rows as the parser reads them: the cells of each, and the line of the file at which it ends. */
type Records = { record: string[]; info: { lines: number } }[];

/**
 * The rows of a CSV file that are not empty, the names of the columns first. Refuses a file that is no CSV, or has more rows or
 * cells than a sheet may have (`UnreadableSheet`).
 */
export function readSheet(csv: string): RawRow[] {
  const text = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  // Spreadsheets may write a first line that only names the separator.
  const named = /^sep=([;,\t])\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const skipped = named ? 1 : 0;
  const delimiter = named?.[1] ?? separatorOf(body.split('\n', 1)[0] ?? '');
  if (countOf(body, delimiter) > SEPARATORS_MAX) {
    throw new UnreadableSheet(1, 'A planilha tem células demais. Tire as colunas que não são do catálogo.');
  }
  let records: Records;
  try {
    records = parse(body, {
      delimiter,
      record_delimiter: '\n',
      info: true,
      relax_column_count: true,
      // Millions of empty lines must not become records.
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // the names of the columns, the rows, and one that is too many
      to: limits.sheetRowsMax + 2,
    }) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = skipped + (typeof error.lines === 'number' ? error.lines : 1);
    throw new UnreadableSheet(line, 'Não dá para ler o arquivo a partir daqui. Confira as aspas desta linha.');
  }
  const rows = records.map(({ record, info }) => ({
    line: skipped + info.lines - countOf(record.join('\n'), '\n') + record.length - 1,
    cells: record,
  }));
  if (rows.length > limits.sheetRowsMax + 1) {
    const most = limits.sheetRowsMax.toLocaleString('pt-BR');
    throw new UnreadableSheet(rows.at(-1)?.line ?? 1, `A planilha pode ter até ${most} produtos. Divida em duas.`);
  }
  return rows;
}
