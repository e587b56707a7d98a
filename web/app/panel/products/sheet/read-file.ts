import { limits } from '@vitrine/contract/limits';

/** Why a file is no sheet, pt-BR. */
export class NoSheet extends Error {}

const starts = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** How the text of the file is written. Excel in Portuguese saves a CSV in the old code of Windows unless it is told otherwise. */
function decode(bytes: Uint8Array): string {
  if (starts(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The text of a chosen CSV file. Refuses a workbook, a file without text, and one that is too large (`NoSheet`). */
export async function readSheetFile(file: Blob): Promise<string> {
  // No encoding needs more than four bytes for a letter.
  if (file.size > 4 * limits.sheetCharactersMax)
    throw new NoSheet('O arquivo é grande demais. Divida a planilha em duas.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (starts(bytes, 0x50, 0x4b)) {
    throw new NoSheet('Este é um arquivo de planilha (XLSX ou ODS). Salve como CSV e escolha de novo.');
  }
  const text = decode(bytes);
  if (text.trim() === '') throw new NoSheet('O arquivo está vazio.');
  if (text.includes('\u0000')) throw new NoSheet('Este arquivo não é um CSV.');
  if (text.length > limits.sheetCharactersMax)
    throw new NoSheet('O arquivo é grande demais. Divida a planilha em duas.');
  return text;
}
