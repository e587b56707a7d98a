import type { CityName } from '@vitrine/contract/city-lists';
import { Braces } from 'lucide-react';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Textarea, TextInput } from '../../../ui/inputs.tsx';
import { type ListField, nameMeaning, offeredNames } from './city-names.ts';
import { insertPlaceholder, type PlaceholderOption, placeholderAt } from './placeholders.ts';

interface Offer {
  name: string;
  shown: string;
  meaning: string;
}

interface PlaceholderInputProps {
  value: string;
  onChange(value: string): void;
  options: readonly PlaceholderOption[];
  maxLength: number;
  placeholder: string;
  /** The city's names for this field. */
  names?: { field: ListField; list: readonly CityName[] } | undefined;
  /** The text may have several lines. */
  lines?: boolean;
}

/**
 * A text field that offers variables after `{{` or by its button, and otherwise the city's names. Arrows choose, Enter
 * or Tab insert, Esc closes only the list. A name is inserted only after somebody chose it.
 */
export function PlaceholderInput({
  value,
  onChange,
  options,
  maxLength,
  placeholder,
  names,
  lines,
}: PlaceholderInputProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
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
  const offered: Offer[] = typed
    ? options
        .filter((option) => option.name.includes(typed.query))
        .map(({ name, meaning }) => ({ name, shown: `{{${name}}}`, meaning }))
    : open && names
      ? offeredNames(names.field, value, names.list).map((one) => ({
          name: one.name,
          shown: one.name,
          meaning: nameMeaning(one),
        }))
      : [];
  const shown = offered.length > 0;
  const chosen = Math.min(active, offered.length - 1);
  /** Where the choice begins: at the first variable, but at no name, because a name is inserted only after somebody chose it. */
  const none = typed ? 0 : -1;

  const change = (text: string, at: number) => {
    onChange(text);
    setCaret(at);
    setActive(placeholderAt(text, at) ? 0 : -1);
    setOpen(true);
  };
  const pick = (name: string) => {
    if (!typed) {
      onChange(names?.field === 'command' ? `${name} ` : name);
      setOpen(false);
      setNextCaret(name.length + (names?.field === 'command' ? 1 : 0));
      return;
    }
    const result = insertPlaceholder(value, caret, name);
    onChange(result.text);
    setOpen(false);
    setNextCaret(result.caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown && event.key === 'ArrowDown' && names) {
      setActive(none);
      setOpen(true);
      return event.preventDefault();
    }
    if (!shown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = offered[chosen];
    if (step) setActive((Math.max(chosen, step < 0 ? 0 : -1) + step + offered.length) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && choice) pick(choice.name);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    // Without this, Esc would close the dialog around the field and Enter would confirm it.
    event.stopPropagation();
  };

  const common = {
    ref: input,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': shown && chosen >= 0 ? `${listId}-${chosen}` : undefined,
    autoComplete: 'off',
    autoCapitalize: lines ? undefined : 'none',
    spellCheck: lines,
    maxLength,
    placeholder,
    value,
    className: lines ? 'pr-12' : 'pr-12 font-mono',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change(target.value, target.selectionStart ?? target.value.length),
    onClick: () => {
      setActive(none);
      setOpen(true);
    },
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setCaret(currentTarget.selectionStart ?? 0),
    onKeyDown,
    onBlur: () => setOpen(false),
  } as const;

  return (
    <div className="relative">
      {lines ? <Textarea {...common} /> : <TextInput {...common} role="combobox" aria-expanded={shown} />}
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
        aria-label={typed ? 'Variáveis' : 'Nomes da cidade'}
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
            <code className="text-small wrap-anywhere">{option.shown}</code>
            <span className={classNames('min-w-0 truncate text-small', index !== chosen && 'text-muted')}>
              {option.meaning}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
