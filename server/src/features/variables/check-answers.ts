import type { ErrorCode } from '@vitrine/contract/errors';
import { limits } from '@vitrine/contract/limits';
import { type CheckoutQuestion, safeValuePattern } from '@vitrine/contract/variables';

/**
 * Whether a text may become part of a command or message of any target: letters, digits, spaces and a few signs. No
 * control character, quote, semicolon, backslash; and nothing that starts a comment (DECISIONS.md, Variables).
 */
export function isSafeValue(value: string): boolean {
  return value.length <= limits.variableValueMax && safeValuePattern.test(value) && !value.includes('--');
}

/** Whether a question is asked for a cart with these products. */
export function isAskedFor(question: Pick<CheckoutQuestion, 'products'>, productIds: readonly string[]): boolean {
  return question.products.length === 0 || question.products.some((id) => productIds.includes(id));
}

/**
 * The answers of a checkout to the questions that its products ask: trimmed, complete and safe. Answers to anything
 * else are dropped. The first problem is returned with the question's name.
 */
export function checkAnswers(
  questions: readonly CheckoutQuestion[],
  productIds: readonly string[],
  given: Readonly<Record<string, string>>,
): { answers: Record<string, string> } | { problem: ErrorCode; question: string } {
  const answers: Record<string, string> = {};
  for (const question of questions) {
    if (!isAskedFor(question, productIds)) continue;
    const value = Object.hasOwn(given, question.name) ? (given[question.name] ?? '').trim() : '';
    if (value === '') {
      if (question.required) return { problem: 'variable_required', question: question.name };
      answers[question.name] = '';
      continue;
    }
    const fits =
      isSafeValue(value) &&
      (question.answer !== 'number' || /^\d{1,10}$/.test(value)) &&
      (question.answer !== 'choice' || question.choices.includes(value));
    if (!fits) return { problem: 'variable_unsafe', question: question.name };
    answers[question.name] = value;
  }
  return { answers };
}
