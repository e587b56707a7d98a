import { formatReais, parseReais } from '@vitrine/contract/money';
import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { controlClass, useFieldTies } from './field.tsx';

interface NumericProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange' | 'defaultValue'> {
  /** null: empty. A text that is no number stays in the field and counts as null; with `strict` it is NaN. */
  value: number | null;
  onChange(value: number | null): void;
  /** For a field where empty means "without limit": a text that is no number is NaN, and the form refuses it. */
  strict?: boolean;
}

interface Language {
  read(text: string): number | null;
  /** The number's text in the field while nobody types. `read` understands it, so a person can edit it. */
  show(value: number): string;
}

const integers: Language = {
  read: (text) => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : null),
  show: String,
};

const reais: Language = {
  read: (text) => parseReais(text) ?? null,
  show: formatReais,
};

/** A text field for a number: the browser's own number field loses typed text ("1.234,5") and changes by the wheel. */
function NumericInput({
  value,
  onChange,
  language,
  strict = false,
  className,
  onBlur,
  onFocus,
  ...rest
}: NumericProps & { language: Language }) {
  const shown = value === null || Number.isNaN(value) ? '' : language.show(value);
  const [text, setText] = useState(shown);
  const typing = useRef(false);

  useEffect(() => {
    if (!typing.current) setText(shown);
  }, [shown]);

  return (
    <input
      {...useFieldTies()}
      {...rest}
      type="text"
      autoComplete="off"
      value={text}
      className={classNames(controlClass, 'figures', className)}
      onFocus={(event) => {
        typing.current = true;
        onFocus?.(event);
      }}
      onChange={(event) => {
        setText(event.target.value);
        const read = language.read(event.target.value);
        onChange(read === null && strict && event.target.value.trim() !== '' ? Number.NaN : read);
      }}
      onBlur={(event) => {
        typing.current = false;
        if (shown !== '') setText(shown);
        onBlur?.(event);
      }}
    />
  );
}

/** Whole numbers. The form checks the bounds, because a wrong number needs a message, not a silent correction. */
export function NumberInput(props: NumericProps) {
  return <NumericInput inputMode="numeric" {...props} language={integers} />;
}

/** Reais with at most 2 decimals: '1234,5' is read, and shows as 'R$ 1.234,50' after the field is left. */
export function MoneyInput(props: NumericProps) {
  return <NumericInput inputMode="decimal" placeholder="R$ 0,00" {...props} language={reais} />;
}
