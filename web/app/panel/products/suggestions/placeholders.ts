import type { AskedVariable, builtInVariables } from '@vitrine/contract/variables';

/** Placeholders `{{name}}` in the text fields of actions (DECISIONS.md, Variables). */

export interface PlaceholderOption {
  name: string;
  /** The value that will stand there, in words. */
  meaning: string;
  /** The answer is a plate. */
  plate?: boolean;
}

/** The value of each built-in variable at the purchase. */
export const builtInMeanings: Record<(typeof builtInVariables)[number], string> = {
  cidade: 'ID na cidade, ou nick, de quem comprou',
  discord: 'ID do Discord de quem comprou',
  nome: 'Nome de quem comprou, se informado',
  email: 'E-mail de quem comprou, se informado',
  pedido: 'Número do pedido',
  produto: 'Nome do produto',
  quantidade: 'Quantidade comprada',
  valor: 'Valor pago pelo produto',
  loja: 'Nome da sua loja',
};

/** All names that a field may use: Vitrine's own first, then the store's, each with its meaning. */
export function placeholderOptions(variables: readonly AskedVariable[]): PlaceholderOption[] {
  return [
    ...Object.entries(builtInMeanings).map(([name, meaning]) => ({ name, meaning })),
    ...variables.map((variable) => ({
      name: variable.name,
      meaning: variable.kind === 'constant' ? `Valor fixo: ${variable.value}` : `Pergunta: ${variable.label}`,
      ...(variable.plate && { plate: true }),
    })),
  ];
}

/** The placeholder that is being typed at the caret: where its braces begin, and the typed part of the name. */
export function placeholderAt(text: string, caret: number): { start: number; query: string } | undefined {
  const match = /\{\{([a-z0-9_]*)$/i.exec(text.slice(0, caret));
  return match ? { start: match.index, query: (match[1] ?? '').toLowerCase() } : undefined;
}

/** The text with the chosen placeholder instead of the typed part, and the new place of the caret. */
export function insertPlaceholder(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = placeholderAt(text, caret)?.start ?? caret;
  const rest = text.slice(caret).replace(/^[a-z0-9_]*\}\}/i, '');
  const before = `${text.slice(0, start)}{{${name}}}`;
  return { text: before + rest, caret: before.length };
}
