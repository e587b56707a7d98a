import { StoreScope } from '../common.ts';
import { limits } from '../limits.ts';
import { SheetImport, SheetImported, SheetLook, SheetLookAnswer } from '../product-sheet.ts';
import { call } from './call.ts';

const id = '06h0dkk4a1cn';
const sheet = `ID;Nome;Preço\r\n${id};VIP Ouro;32,90\r\n`;
const looked = {
  success: true,
  created: [],
  changed: [
    {
      line: 2,
      id,
      name: 'VIP Ouro',
      changes: [{ column: 'Preço', before: '29,90', after: '32,90' }],
      note: null,
    },
  ],
  same: 0,
  categories: [],
  ignored: [],
  faults: [],
  moreFaults: 0,
  shown: 'pR3mQ0hZ9bq8mQ4mZb0mUQ',
};
/** A character of a sheet takes up to six bytes of JSON, but hardly any character takes more than two. */
const sheetBytes = 2 * limits.sheetCharactersMax;

/** The catalogue as a sheet (decision 108). */
export const productSheets = {
  'POST /products/export': call({
    id: 'exportProducts',
    access: 'catalog.edit',
    says: 'Downloads the catalogue as a sheet (CSV) that can be changed and imported again.',
    body: StoreScope,
    file: ['text/csv'],
    refusals: ['rate_limited'],
    example: { body: { subdomain: 'cidadealta' } },
  }),
  'POST /products/import/preview': call({
    id: 'previewImportOfProducts',
    access: 'catalog.edit',
    limit: 'upload',
    says: 'Tells what importing a sheet would make and change, and its faults by line and column; changes nothing.',
    body: SheetLook,
    bodyBytes: sheetBytes,
    answer: SheetLookAnswer,
    refusals: ['rate_limited'],
    example: { body: { subdomain: 'cidadealta', csv: sheet }, answer: looked },
  }),
  'POST /products/import': call({
    id: 'importProducts',
    access: 'catalog.edit',
    limit: 'upload',
    says: 'Makes and changes products by a sheet, all rows or none, and leaves actions and pictures as they are.',
    body: SheetImport,
    bodyBytes: sheetBytes,
    answer: SheetImported,
    refusals: ['rate_limited', 'sheet_under_way', 'sheet_overtaken', 'sheet_faulty', 'category_taken'],
    example: {
      body: { subdomain: 'cidadealta', csv: sheet, shown: looked.shown },
      answer: { success: true, created: 0, changed: 1 },
    },
  }),
};
