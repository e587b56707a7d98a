import type { ErrorCode } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import { isSafeValue } from '@vitrine/contract/placeholders';
import type { CheckoutQuestion } from '@vitrine/contract/variables';

const wholeNumber = new RegExp(`^\\d{1,${limits.numberAnswerMax}}$`);

/** Whether a question is asked for a cart with these products. */
function isAskedFor(question: Pick<CheckoutQuestion, 'products'>, productIds: readonly string[]): boolean {
  return question.products.length === 0 || question.products.some((id) => productIds.includes(id));
}

/** What an answer has to be, for a buyer who typed something else. A text uses the words of the code. */
const rules: Record<CheckoutQuestion['answer'], string | undefined> = {
  text: undefined,
  number: `Responda só com números, até ${limits.numberAnswerMax}.`,
  choice: 'Escolha uma das opções.',
};

interface Refused {
  problem: ErrorCode;
  question: string;
  /** pt-BR, where the code's text says too little. */
  error?: string | undefined;
}

/**
 * The answers of a checkout to the questions that its products ask: trimmed, complete and safe. Answers to other
 * questions are dropped. The first problem is returned with the question's name.
 */
export function checkAnswers(
  questions: readonly CheckoutQuestion[],
  productIds: readonly string[],
  given: Readonly<Record<string, string>>,
): { answers: Record<string, string> } | Refused {
  const answers: Record<string, string> = {};
  for (const question of questions) {
    if (!isAskedFor(question, productIds)) continue;
    const typed = Object.hasOwn(given, question.name) ? (given[question.name] ?? '') : '';
    // A keyboard may send a letter and its accent as two characters.
    const value = typed.normalize('NFC').trim();
    if (value === '') {
      if (question.required) return { problem: 'variable_required', question: question.name };
      answers[question.name] = '';
      continue;
    }
    const fits =
      isSafeValue(value) &&
      (question.answer !== 'number' || wholeNumber.test(value)) &&
      (question.answer !== 'choice' || question.choices.includes(value));
    if (!fits) return { problem: 'variable_unsafe', question: question.name, error: rules[question.answer] };
    answers[question.name] = value;
  }
  return { answers };
}
