import { expect, test } from 'vitest';
import { readSheetFile } from './read-file.ts';

const file = (...bytes: number[]) => new Blob([new Uint8Array(bytes)]);

test('a file in UTF-8, in the code of Windows and in UTF-16 reads the same', async () => {
  expect(await readSheetFile(new Blob(['\uFEFFPreço;São']))).toBe('Preço;São');
  expect(await readSheetFile(file(0x50, 0x72, 0x65, 0xe7, 0x6f, 0x3b, 0x80))).toBe('Preço;€');
  expect(await readSheetFile(file(0xff, 0xfe, 0x50, 0, 0xe7, 0))).toBe('Pç');
});

test('a workbook, an empty file and one without text are refused in words', async () => {
  await expect(readSheetFile(file(0x50, 0x4b, 3, 4))).rejects.toThrow('Salve como CSV');
  await expect(readSheetFile(file())).rejects.toThrow('vazio');
  await expect(readSheetFile(file(0x61, 0, 0x62))).rejects.toThrow('não é um CSV');
  await expect(readSheetFile(new Blob(['a'.repeat(3_000_001)]))).rejects.toThrow('grande demais');
});
