import type { builtInVariables, Variable } from '@vitrine/contract/variables';

/** Placeholders `{{name}}` in the text fields of actions (DECISIONS.md, Variables). */

export interface PlaceholderOption {
  name: string;
  /** What will stand there, in words. */
  meaning: string;
}

/** What each built-in variable holds at the purchase. */
export const builtInMeanings: Record<(typeof builtInVariables)[number], string> = {
  cidade: 'ID da cidade de quem comprou',
  discord: 'ID do Discord de quem comprou',
  nome: 'Nome de quem comprou, se informado',
  email: 'E-mail de quem comprou, se informado',
  pedido: 'Número do pedido',
  produto: 'Nome do produto',
  quantidade: 'Quantidade comprada',
  valor: 'Valor pago pelo produto',
  loja: 'Nome da sua loja',
};

/** Everything a field may hold: Vitrine's own first, then the store's, each with what it stands for. */
export function placeholderOptions(variables: readonly Variable[]): PlaceholderOption[] {
  return [
    ...Object.entries(builtInMeanings).map(([name, meaning]) => ({ name, meaning })),
    ...variables.map((variable) => ({
      name: variable.name,
      meaning: variable.kind === 'constant' ? `Valor fixo: ${variable.value}` : `Pergunta: ${variable.label}`,
    })),
  ];
}

/** A placeholder that is being typed at the caret: where its braces begin and what stands after them. */
export function placeholderAt(text: string, caret: number): { start: number; query: string } | undefined {
  const match = /\{\{([a-z0-9_]*)$/i.exec(text.slice(0, caret));
  return match ? { start: match.index, query: (match[1] ?? '').toLowerCase() } : undefined;
}

/** The text with the placeholder at the caret, in place of what is being typed of it, and where the caret is then. */
export function insertPlaceholder(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = placeholderAt(text, caret)?.start ?? caret;
  const rest = text.slice(caret).replace(/^[a-z0-9_]*\}\}/i, '');
  const before = `${text.slice(0, start)}{{${name}}}`;
  return { text: before + rest, caret: before.length };
}
