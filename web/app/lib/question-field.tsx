import { shopLimits } from '@vitrine/contract/shop-limits';
import type { CheckoutQuestion } from '@vitrine/contract/variables';
import { Field } from '../ui/field.tsx';
import { Select, TextInput } from '../ui/inputs.tsx';

interface QuestionFieldProps {
  question: Pick<CheckoutQuestion, 'name' | 'label' | 'answer' | 'choices' | 'required'>;
  value: string;
  error: string | undefined;
  onAnswer(answer: string): void;
}

/** A question of the store, for the buyer, or for a member who answers in the buyer's place. */
export function QuestionField({ question, value, error, onAnswer }: QuestionFieldProps) {
  const { name, label, answer, choices, required } = question;
  return (
    <Field label={label} optional={!required} error={error}>
      {answer === 'choice' ? (
        <Select
          name={`variable-${name}`}
          required={required}
          value={value}
          onChange={(event) => onAnswer(event.target.value)}
        >
          <option value="">Escolha</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      ) : (
        <TextInput
          name={`variable-${name}`}
          required={required}
          inputMode={answer === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          maxLength={shopLimits.variableValueMax}
          value={value}
          onChange={(event) => onAnswer(event.target.value)}
        />
      )}
    </Field>
  );
}
