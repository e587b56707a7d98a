import type { CheckoutQuestion } from '@vitrine/contract/variables';

/** What a rehearsal takes for granted of its buyer. Look and run use the same values, so that both show what goes out. */

export const REHEARSED_NAME = 'Teste';

/** An answer to each question that the checkout would accept, by name. */
export function sampleAnswers(questions: readonly CheckoutQuestion[]): Record<string, string> {
  const sample = ({ answer, choices }: CheckoutQuestion) =>
    answer === 'choice' ? (choices[0] ?? '') : answer === 'number' ? '1' : 'teste';
  return Object.fromEntries(questions.map((question) => [question.name, sample(question)]));
}
