import { limits } from '@vitrine/contract/limits';
import { optionRule, type ProductOption } from '@vitrine/contract/product-options';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';

interface OptionFieldProps {
  option: ProductOption;
  value: string;
  error: string | undefined;
  onAnswer(answer: string): void;
}

/** An option of a product, for a member who answers in the buyer's place. */
export function OptionField({ option, value, error, onAnswer }: OptionFieldProps) {
  const { label, kind, required, choices } = option;
  return (
    <Field label={label} optional={!required} help={optionRule(option)} error={error} className="basis-full">
      {kind === 'choice' ? (
        <Select value={value} onChange={(event) => onAnswer(event.target.value)}>
          <option value="">Escolha</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      ) : (
        <TextInput
          autoComplete="off"
          inputMode={kind === 'number' ? 'numeric' : undefined}
          maxLength={limits.optionTextMax}
          className={kind === 'plate' ? 'uppercase' : undefined}
          value={value}
          onChange={(event) => onAnswer(event.target.value)}
        />
      )}
    </Field>
  );
}
