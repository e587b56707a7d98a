import { formatReais, parseReais } from '@vitrine/contract/money';
import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { controlClass, useFieldTies } from './field.tsx';

interface NumericProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange' | 'defaultValue'> {
  /** null: empty. NaN never comes out unless `strict`: what is no number stays in the field and counts as null. */
  value: number | null;
  onChange(value: number | null): void;
  /** Where empty means something ("without limit"): what is no number comes out as NaN, for the form to refuse. */
  strict?: boolean;
}

interface Language {
  read(text: string): number | null;
  /** As it stands in the field while nobody types; `read` understands it, so it can be edited as it is. */
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

/** A text field with a number in it. The browser's own number field loses what people type ("1.234,5") and scrolls. */
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

/** Whole numbers. Bounds are the form's business: they need words, not a silent correction. */
export function NumberInput(props: NumericProps) {
  return <NumericInput inputMode="numeric" {...props} language={integers} />;
}

/** Reais with at most 2 decimals: '1234,5' is read, and stands as 'R$ 1.234,50' when the field is left. */
export function MoneyInput(props: NumericProps) {
  return <NumericInput inputMode="decimal" placeholder="R$ 0,00" {...props} language={reais} />;
}
