import { Search, X } from 'lucide-react';
import { type ComponentPropsWithRef, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import { controlClass } from './field.tsx';

interface SearchInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onChange' | 'value'> {
  /** Its name for people who cannot see the lens. */
  label: string;
  value: string;
  onChange(value: string): void;
}

/** A search field with its lens and a button to empty it. The shop's pages load it, so it imports nothing else. */
export function SearchInput({ label, value, onChange, className, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={classNames('relative', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        placeholder={label}
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(controlClass, 'px-9.5 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value ? (
        <button
          type="button"
          aria-label="Limpar busca"
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-text"
        >
          <X className="size-4" />
        </button>
      ) : null}
    </div>
  );
}
