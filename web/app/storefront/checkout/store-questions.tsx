import type { CheckoutQuestion } from '@vitrine/contract/variables';
import { QuestionField } from '../../lib/question-field.tsx';
import type { Draft } from './draft.ts';

interface StoreQuestionsProps {
  questions: CheckoutQuestion[];
  draft: Pick<Draft, 'answers'>;
  onChange: (change: Pick<Draft, 'answers'>) => void;
  errorAt: (field: 'variables', question: string) => string | undefined;
}

/** The store's own questions. Most stores have none, so they are loaded on demand. */
export default function StoreQuestions({ questions, draft: { answers }, onChange, errorAt }: StoreQuestionsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">Perguntas da loja</legend>
      {questions.map((question) => (
        <QuestionField
          key={question.name}
          question={question}
          value={answers[question.name] ?? ''}
          error={errorAt('variables', question.name)}
          onAnswer={(answer) => onChange({ answers: { ...answers, [question.name]: answer } })}
        />
      ))}
    </fieldset>
  );
}
