import { useEffect, useRef, useState } from 'react';
import { parseHex, toHex } from '../lib/brand/oklch.ts';
import { classNames } from '../lib/class-names.ts';
import { controlClass, useFieldTies } from './field.tsx';

interface ColorInputProps {
  /** `#rrggbb`, or a text that is no colour yet. */
  value: string;
  /** Called with a colour, or with the typed text while that is no colour: then the form refuses it. */
  onChange(value: string): void;
  /** The name of the colour picker; the Field around names the text field. */
  label: string;
}

/** A typed colour as `#rrggbb`. Any other text stays. */
function colourOf(text: string): string {
  const rgb = parseHex(text.startsWith('#') ? text : `#${text}`);
  return rgb ? toHex(rgb) : text;
}

/** The last colour that a field held, for a preview of what is being typed. */
export function useLastColour(value: string): string {
  const last = useRef(value);
  if (parseHex(value)) last.current = value;
  return last.current;
}

/** A colour by the browser's picker or typed as `#rrggbb`. */
export function ColorInput({ value, onChange, label }: ColorInputProps) {
  const [text, setText] = useState(value);
  // `#abc` stays as it is typed, because the next letter may follow.
  useEffect(() => setText((now) => (colourOf(now) === value ? now : value)), [value]);
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label={`${label}: escolher no seletor`}
        value={useLastColour(value)}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-line-strong bg-sunken p-1"
      />
      <input
        {...useFieldTies()}
        type="text"
        value={text}
        maxLength={7}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          onChange(colourOf(event.target.value));
        }}
        onBlur={() => setText(value)}
        className={classNames(controlClass, 'uppercase')}
      />
    </div>
  );
}
