import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@vitrine/contract/limits';
import type { Found } from '@vitrine/contract/search';
import { matchesSearch } from '@vitrine/contract/text-search';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { classNames } from '../../lib/class-names.ts';
import { notify } from '../../ui/toast.tsx';
import { Key } from '../keys/key.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { useMayOpen } from '../store/may.ts';
import { keyOf } from '../store/query-keys.ts';
import { storeLink } from '../store-link/store-path.ts';
import { type Choice, choicesFor } from './palette-choices.ts';

/** Time without typing before the server searches, in ms. */
const TYPING_MS = 200;
/** Shorter texts would find nearly everything. */
const SHORTEST = 2;

/** The text once nobody types any more. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What the store has under this text. A failure finds nothing: screens are still there to choose. */
function useFound(text: string) {
  const store = useCurrentStoreId();
  const settled = useSettled(text.trim());
  const long = settled.length >= SHORTEST || /^\d$/.test(settled);
  const query = useQuery({
    queryKey: keyOf('POST /search', store, { text: settled }),
    enabled: store !== null && long,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => (await call('POST /search', { body: { text: settled }, store, signal })).found,
  });
  const typed = text.trim();
  const asked = typed !== '' && long;
  const { data = [], isPlaceholderData } = query;
  const fresh = settled === typed && !isPlaceholderData;
  // While somebody types on, results that still fit stay. Not for a text with a digit: a number that is half typed finds another order.
  const fits = ({ label, detail }: Found) => !/\d/.test(typed) && matchesSearch(typed, label, detail);
  const found = asked ? (fresh ? data : data.filter(fits)) : [];
  return { found, busy: asked && query.isFetching, failed: asked && query.isError };
}

interface CommandPaletteProps {
  /** How often Ctrl K (or ⌘ K) or the button was pressed: each opens or closes it. */
  asked: number;
  /** Shows the list of keys. */
  onKeys(): void;
}

/** Opens any screen, and finds orders, buyers, products, coupons, members and settings. */
export default function CommandPalette({ asked, onKeys }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const list = useId();
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const store = useCurrentStoreId();
  const { found, busy, failed } = useFound(text);
  const groups = choicesFor(text, mayOpen, found);
  const choices = groups.flatMap((group) => group.choices);
  // A new answer may take the active choice out of the list. Then the first choice is active.
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => key === active),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press counts, also one that finds the same dialog
  useLayoutEffect(() => {
    setText('');
    setActive(null);
    if (dialog.current?.open) dialog.current.close();
    else dialog.current?.showModal();
  }, [asked]);

  const choose = async ({ to, does }: Choice) => {
    dialog.current?.close();
    if (to !== undefined) return await navigate(to);
    if (does === 'keys') return onKeys();
    try {
      await navigator.clipboard.writeText(storeLink(window.location, store));
      notify.success('Link copiado.');
    } catch {
      notify.error('O navegador não deixou copiar o link.');
    }
  };
  const idOf = (choice: Choice) => `${list}-${choices.indexOf(choice)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = choices[(at + step + choices.length) % Math.max(1, choices.length)];
      setActive(next?.key ?? null);
      if (next) document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const choice = choices[at];
      if (choice) void choose(choice);
    }
  };
  const current = choices[at];

  return (
    <dialog
      ref={dialog}
      aria-label="Ir para"
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-card border border-line bg-overlay p-0 text-text shadow-soft backdrop:bg-scrim max-sm:mt-4"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Ir para, ou buscar na loja"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={current ? idOf(current) : undefined}
          aria-autocomplete="list"
          placeholder="Tela, pedido, cliente, produto, cupom…"
          maxLength={limits.productSearchMax}
          className="min-h-13 w-full min-w-0 bg-transparent outline-none placeholder:text-muted"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setActive(null);
          }}
        />
        <Key>Esc</Key>
      </div>
      <div
        id={list}
        role="listbox"
        aria-label="Lugares"
        aria-busy={busy}
        className="max-h-[min(26rem,70dvh)] overflow-y-auto p-2"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group.label} role="group" aria-label={group.label}>
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-small text-muted">
              {group.label}
            </p>
            {group.choices.map((choice) => (
              <button
                key={choice.key}
                id={idOf(choice)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={choice === current}
                onMouseMove={() => setActive(choice.key)}
                onClick={() => void choose(choice)}
                className={classNames(
                  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left',
                  choice === current && 'bg-hover',
                )}
              >
                <choice.Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
                <span className="min-w-0 truncate">{choice.label}</span>
                {choice.detail ? (
                  <span className="ml-auto max-w-1/2 truncate text-small text-muted">{choice.detail}</span>
                ) : null}
              </button>
            ))}
          </div>
        ))}
        {choices.length === 0 ? <p className="px-3 py-4 text-muted">Nada com este nome.</p> : null}
      </div>
      <p role="status" className={classNames('px-5 text-small text-muted', failed ? 'pb-3' : 'sr-only')}>
        {failed
          ? 'A busca na loja falhou. As telas continuam aqui.'
          : busy
            ? 'Buscando…'
            : choices.length === 1
              ? '1 resultado'
              : `${choices.length} resultados`}
      </p>
    </dialog>
  );
}
