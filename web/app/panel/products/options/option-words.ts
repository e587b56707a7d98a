import type { OptionKind, ProductOption } from '@vitrine/contract/product-options';

/** The kinds of options in plain words. */
export const optionKindTexts: Record<OptionKind, string> = {
  choice: 'Escolha de uma lista',
  plate: 'Placa (8 letras e números)',
  code: 'Letras e números (até 20)',
  number: 'Número',
  text: 'Texto curto (até 60)',
};

/** What the buyer may answer, in one line. */
export function optionSummary({ kind, min, max, choices }: ProductOption): string {
  if (kind === 'choice') return choices.map(({ label }) => label).join(', ');
  if (kind === 'number' && (min !== null || max !== null)) {
    return max === null ? `Número a partir de ${min}` : `Número de ${min ?? 0} a ${max}`;
  }
  return optionKindTexts[kind];
}
