import { plainText } from '@vitrine/contract/text-search';
import { Plus, Search, UserRound } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { useMayOpen } from '../store/may.ts';
import { menuGroups } from './menu-entries.ts';

const places = [
  ...menuGroups.flatMap((group) => group.entries),
  { to: '/products/create', label: 'Novo produto', Icon: Plus },
  { to: '/categories/create', label: 'Nova categoria', Icon: Plus },
  { to: '/discounts/create', label: 'Novo cupom', Icon: Plus },
  { to: '/members/invite', label: 'Convidar membro', Icon: Plus },
  { to: '/store/create', label: 'Nova loja', Icon: Plus },
  { to: '/profile', label: 'Meu perfil', Icon: UserRound },
];

/**
 * The palette's choices for a text: the screens that this person may open and whose name holds the text, then a
 * search for orders.
 */
function choicesFor(text: string, mayOpen: (address: string) => boolean) {
  const wanted = plainText(text.trim());
  const found = places.filter((place) => mayOpen(place.to) && plainText(place.label).includes(wanted));
  if (!wanted || !mayOpen('/orders')) return found;
  const search = {
    to: `/orders?search=${encodeURIComponent(text.trim())}`,
    label: `Buscar pedido "${text.trim()}"`,
    Icon: Search,
  };
  return /\d/.test(wanted) ? [search, ...found] : [...found, search];
}

/**
 * Opens any screen, or finds an order by number, city id or Discord id. `asked` counts the presses of Ctrl K (or ⌘ K): each
 * opens or closes it.
 */
export default function CommandPalette({ asked }: { asked: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const choices = choicesFor(text, mayOpen);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press counts, also one that finds the same dialog
  useLayoutEffect(() => {
    setText('');
    setActive(0);
    if (dialog.current?.open) dialog.current.close();
    else dialog.current?.showModal();
  }, [asked]);

  const go = (index: number) => {
    const choice = choices[index];
    if (!choice) return;
    dialog.current?.close();
    void navigate(choice.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(active);
    }
  };

  return (
    <dialog
      ref={dialog}
      aria-label="Ir para"
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-card border border-line bg-overlay p-0 text-text shadow-soft backdrop:bg-scrim"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Ir para, ou buscar pedido"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={choices[active] ? `${list}-${active}` : undefined}
          aria-autocomplete="list"
          placeholder="Ir para, ou buscar pedido por número, cidade ou Discord"
          className="min-h-13 w-full bg-transparent outline-none placeholder:text-muted"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
        />
      </div>
      <div id={list} role="listbox" aria-label="Lugares" className="max-h-80 overflow-y-auto p-2">
        {choices.map(({ to, label, Icon }, index) => (
          <button
            key={to}
            id={`${list}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseMove={() => setActive(index)}
            onClick={() => go(index)}
            className={classNames(
              'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left',
              index === active && 'bg-hover',
            )}
          >
            <Icon className="size-4 text-muted" aria-hidden="true" />
            {label}
          </button>
        ))}
      </div>
    </dialog>
  );
}
