import { Braces } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { insertPlaceholder, type PlaceholderOption, placeholderAt } from './placeholders.ts';

interface PlaceholderInputProps {
  value: string;
  onChange(value: string): void;
  options: readonly PlaceholderOption[];
  maxLength: number;
  placeholder: string;
}

/**
 * A text field that offers variables after `{{` or by its button. Arrows choose, Enter or Tab insert, Esc closes only
 * the list.
 */
export function PlaceholderInput({ value, onChange, options, maxLength, placeholder }: PlaceholderInputProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(0);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** The caret's place after the new text is in the field. */
  const [nextCaret, setNextCaret] = useState<number | null>(null);

  useLayoutEffect(() => {
    if (nextCaret === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(nextCaret, nextCaret);
    setCaret(nextCaret);
    setNextCaret(null);
  }, [nextCaret]);

  const typed = open ? placeholderAt(value, caret) : undefined;
  const offered = typed ? options.filter((option) => option.name.includes(typed.query)) : [];
  const shown = offered.length > 0;
  const chosen = Math.min(active, offered.length - 1);

  const change = (text: string, at: number) => {
    onChange(text);
    setCaret(at);
    setActive(0);
    setOpen(true);
  };
  const pick = (name: string) => {
    const result = insertPlaceholder(value, caret, name);
    onChange(result.text);
    setOpen(false);
    setNextCaret(result.caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((chosen + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(offered[chosen]?.name ?? '');
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    // Without this, Esc would close the dialog around the field and Enter would confirm it.
    event.stopPropagation();
  };

  return (
    <div className="relative">
      <TextInput
        ref={input}
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        placeholder={placeholder}
        value={value}
        className="pr-12 font-mono"
        onChange={(event) => change(event.target.value, event.target.selectionStart ?? event.target.value.length)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <button
        type="button"
        aria-label="Inserir variável"
        title="Inserir variável"
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-muted hover:text-text"
        onClick={() => {
          const at = placeholderAt(value, caret) ? value : `${value.slice(0, caret)}{{${value.slice(caret)}`;
          change(at, at === value ? caret : caret + 2);
          setNextCaret(at === value ? caret : caret + 2);
        }}
      >
        <Braces className="size-4" />
      </button>
      <div
        id={listId}
        role="listbox"
        aria-label="Variáveis"
        hidden={!shown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-52 overflow-y-auto rounded-control border border-line bg-overlay p-1 shadow-soft"
      >
        {offered.map((option, index) => (
          <div
            key={option.name}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' });
            }}
            // before the field loses the focus, which would close the list
            onPointerDown={(event) => {
              event.preventDefault();
              pick(option.name);
            }}
            className={classNames(
              'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1 pointer-fine:min-h-9',
              index === chosen && 'bg-accent-soft text-accent-text',
            )}
          >
            <code className="text-small">{`{{${option.name}}}`}</code>
            <span className={classNames('min-w-0 truncate text-small', index !== chosen && 'text-muted')}>
              {option.meaning}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
