import { type ReactNode, useId } from 'react';
import { classNames } from '../lib/class-names.ts';

interface RadioCardsProps<Value extends string> {
  /** The question that the cards answer. */
  legend: string;
  options: readonly { value: Value; label: string; icon?: ReactNode; help?: string }[];
  value: Value;
  onChange(value: Value): void;
  /** Side by side where there is room, else one below the other. */
  inline?: boolean;
  disabled?: boolean;
}

/** One of a few choices, all visible, for a choice that deserves more than a list. Arrow keys move. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, options, value, onChange, inline = false, disabled } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="mb-2 text-small font-medium">{legend}</legend>
      <div className={classNames('grid gap-2', inline && 'sm:auto-cols-fr sm:grid-flow-col')}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-line-strong px-4 py-2 transition-colors duration-(--motion-fast) hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-disabled:cursor-default has-disabled:opacity-60"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="size-4.5 shrink-0 accent-(--accent)"
            />
            {option.icon ? <span className="text-muted [&_svg]:size-5">{option.icon}</span> : null}
            <span className="min-w-0">
              <span className="block">{option.label}</span>
              {option.help ? <span className="block text-small text-muted">{option.help}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
