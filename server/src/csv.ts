/** The start of a CSV file, by which spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * The text of a cell. One that a spreadsheet would calculate gets an apostrophe, which makes it text. A number below zero stays a
 * number.
 */
export const csvText = (value: string) =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^-\d+(,\d+)?$/.test(value) ? `'${value}` : value;

/** The value of such a cell in a file that comes back to us. */
export const fromCsvText = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');

/** `1234,50`, as spreadsheets in Brazil read a number. */
export const csvAmount = (reais: number) => reais.toFixed(2).replace('.', ',');

/** One line of a CSV file. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((value) => `"${csvText(value).replaceAll('"', '""')}"`).join(';')}\r\n`;
}
