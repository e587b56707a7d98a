import { z } from 'zod';
import { Done, id, longest, subdomain } from './common.ts';
import { limits } from './limits.ts';

/** The catalogue as a sheet: a CSV file with one row for each product. */

/** A file as it is: a tab in front of the first word is an empty cell, so nothing is trimmed. */
const csv = z
  .string({ error: 'A planilha está vazia.' })
  .max(limits.sheetCharactersMax, longest(limits.sheetCharactersMax))
  .refine((value) => value.trim() !== '', 'A planilha está vazia.')
  .refine((value) => !value.includes('\u0000'), 'O arquivo não é um CSV.');

/** POST /v1/products/import/preview */
export const SheetLook = z.object({
  subdomain: subdomain.optional(),
  /** The file's text, with the names of its columns in the first row. */
  csv,
});

/** POST /v1/products/import: `shown` is that of the preview. With it, the import carries out exactly what the preview told. */
export const SheetImport = SheetLook.extend({ shown: z.string().max(64).optional() });

/** A row of the sheet that makes or changes a product. */
const SheetRow = z.object({
  /** Where the row begins in the file, from 1. */
  line: z.number().int(),
  /** Null for a product that is made. */
  id: id.nullable(),
  name: z.string(),
  /** The cells that differ, in the words of the sheet and shortened. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
  /** What to look at before it is carried out (pt-BR), or null. */
  note: z.string().nullable(),
});
export type SheetRow = z.infer<typeof SheetRow>;

export const SheetLookAnswer = Done.extend({
  created: z.array(SheetRow),
  changed: z.array(SheetRow),
  /** Rows that change nothing. */
  same: z.number().int(),
  /** Categories that are made for it. */
  categories: z.array(z.string()),
  /** Columns that are not read. */
  ignored: z.array(z.string()),
  /** If there is a fault, nothing is carried out. `column` is null if the fault is about the whole row. */
  faults: z.array(z.object({ line: z.number().int(), column: z.string().nullable(), text: z.string() })),
  /** Further faults that are not told. */
  moreFaults: z.number().int(),
  /** One short text that stands for everything in this answer. The import sends it back. */
  shown: z.string(),
});
export type SheetLookAnswer = z.infer<typeof SheetLookAnswer>;

export const SheetImported = Done.extend({ created: z.number().int(), changed: z.number().int() });
