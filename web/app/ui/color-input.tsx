import { useEffect, useState } from 'react';
import { parseHex, toHex } from '../lib/brand/oklch.ts';
import { classNames } from '../lib/class-names.ts';
import { controlClass, useFieldTies } from './field.tsx';

interface ColorInputProps {
  /** `#rrggbb` */
  value: string;
  /** Called with a complete colour only. */
  onChange(value: string): void;
  /** The name of the colour picker; the Field around names the text field. */
  label: string;
}

/** A colour by the browser's picker or typed as `#rrggbb`. */
export function ColorInput({ value, onChange, label }: ColorInputProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const type = (next: string) => {
    setText(next);
    const rgb = parseHex(next.startsWith('#') ? next : `#${next}`);
    if (rgb) onChange(toHex(rgb));
  };
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label={`${label}: escolher no seletor`}
        value={parseHex(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-line-strong bg-sunken p-1"
      />
      <input
        {...useFieldTies()}
        type="text"
        value={text}
        maxLength={7}
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setText(value)}
        className={classNames(controlClass, 'uppercase')}
      />
    </div>
  );
}
