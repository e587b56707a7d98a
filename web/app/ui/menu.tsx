import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';

const load = () => import('./menu-list.tsx');
const MenuList = lazy(load);

interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** For what destroys. */
  danger?: boolean;
  disabled?: boolean;
  /** Either a place to go… */
  href?: string;
  /** …or something to do. */
  onSelect?: () => void;
}

export interface MenuProps {
  /** What the trigger opens: begins its name for those who cannot see it, and names the list. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  /** Above the items: who or what they are about. */
  header?: ReactNode;
  items: MenuItem[];
  placement?: 'bottom start' | 'bottom end' | 'top start';
}

/** Where the arrows begin: at an item for who opened it with the keyboard, before them all for a pointer. */
export type MenuFocus = 'list' | 'first' | 'last';

/**
 * A list of actions behind a button. One is open at a time; a click outside or Esc closes it; arrows open it and move.
 * The list's script is fetched when a pointer or the focus comes near, so that pages do not carry it.
 */
export function Menu({ label, trigger, triggerClassName, ...list }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<MenuFocus | false>(false);
  const [wanted, setWanted] = useState(false);
  const show = (focus: MenuFocus) => {
    // Not every browser focuses a pressed button; this is where the focus comes back to.
    button.current?.focus();
    setWanted(true);
    setOpen(focus);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    show(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  // A failure shows when the list is opened.
  const prepare = () => void load().catch(() => {});

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open !== false}
        className={triggerClassName}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={onKeyDown}
        onClick={(event) => (open ? setOpen(false) : show(event.detail === 0 ? 'first' : 'list'))}
      >
        <span className="sr-only">{label}: </span>
        {trigger}
      </button>
      {wanted ? (
        <Suspense fallback={null}>
          <MenuList
            {...list}
            label={label}
            trigger={button}
            open={open !== false}
            focus={open || 'list'}
            onOpenChange={(next) => setOpen(next && 'list')}
          />
        </Suspense>
      ) : null}
    </>
  );
}
