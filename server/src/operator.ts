import { readFileSync } from 'node:fs';
import { cleanLine } from '@vitrine/contract/names';
import type { TaxId } from '@vitrine/contract/pages';
import { z } from 'zod';
import { readTaxId } from './tax-id.ts';

/** Longest terms or privacy text, in bytes. */
const TEXT_BYTES = 200_000;

/** An address to write to. Its form keeps every other scheme out of the links of our pages. */
export const contactAddress = z
  .string()
  .regex(/^(?:mailto:[^\s@:]+@[^\s@:]+|https:\/\/[^\s/]+\S*)$/, 'must be mailto:address or an https:// address');

const oneLine = (max: number) =>
  z
    .string()
    .transform(cleanLine)
    .refine((line) => line.length > 0 && line.length <= max, `must be one line of 1 to ${max} characters`);

const taxId = z.string().transform((text, context): TaxId => {
  const found = readTaxId(text);
  if (!found) context.addIssue({ code: 'custom', message: 'must be a CPF or CNPJ with correct check digits' });
  return found ?? z.NEVER;
});

/** The text of a file, read once at the start. */
const textFile = z.string().transform((path, context): string => {
  const { text, problem } = readText(path);
  if (problem) context.addIssue({ code: 'custom', message: `${path} ${problem}` });
  return text ?? z.NEVER;
});

function readText(path: string): { text?: string; problem?: string } {
  try {
    const bytes = readFileSync(path);
    if (bytes.length > TEXT_BYTES) return { problem: `is too long: at most ${TEXT_BYTES} bytes` };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n').trim();
    if (text.includes('\u0000')) return { problem: 'is no text: it holds NUL' };
    return text ? { text } : { problem: 'is empty' };
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'is no text in UTF-8' };
    return { problem: `cannot be read: ${(error as Error).message}` };
  }
}

/** What the operator may say of itself, one setting each. */
export const operatorSettings = {
  name: oneLine(120),
  document: taxId,
  address: oneLine(300),
  contact: contactAddress,
  /** The path of a text file. */
  text: textFile,
};
