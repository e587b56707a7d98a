import type { TaxId } from '@vitrine/contract/pages';

const WEIGHTS = { CPF: 11, CNPJ: 9 };

/** A check digit: each character times its weight from the right (2, 3, … and again 2), modulo 11. */
function checkDigit(characters: string, heaviest: number): number {
  const sum = [...characters].reverse().reduce((total, character, at) => {
    const weight = 2 + (at % (heaviest - 1));
    return total + (character.charCodeAt(0) - 48) * weight;
  }, 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/**
 * Reads a CPF or a CNPJ with or without its dots, and returns it as people write it. A CNPJ may hold letters
 * (Receita Federal, Instrução Normativa 2.229/2024). Undefined when a check digit is wrong, or all characters are
 * the same.
 */
export function readTaxId(text: string): TaxId | undefined {
  const bare = text.toUpperCase().replace(/[\s./-]/g, '');
  const kind = /^\d{11}$/.test(bare) ? 'CPF' : /^[0-9A-Z]{12}\d{2}$/.test(bare) ? 'CNPJ' : undefined;
  if (!kind || /^(.)\1+$/.test(bare)) return undefined;
  const body = bare.slice(0, -2);
  const first = checkDigit(body, WEIGHTS[kind]);
  if (bare.slice(-2) !== `${first}${checkDigit(`${body}${first}`, WEIGHTS[kind])}`) return undefined;
  const number =
    kind === 'CPF'
      ? bare.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
      : bare.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
  return { kind, number };
}
