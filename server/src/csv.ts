/** The start of a CSV file, by which spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * One line of a CSV file. A cell that a spreadsheet would calculate gets an apostrophe, which makes it text. A number below zero
 * stays a number.
 */
export function csvLine(cells: readonly string[]): string {
  const cell = (value: string) => {
    const text = /^[=+\-@\t\r]/.test(value) && !/^-\d+(,\d+)?$/.test(value) ? `'${value}` : value;
    return `"${text.replaceAll('"', '""')}"`;
  };
  return `${cells.map(cell).join(';')}\r\n`;
}
