import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';

const load = () => import('./menu-list.tsx');
const MenuList = lazy(load);

interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** For an action that destroys something. */
  danger?: boolean;
  disabled?: boolean;
  /** Either a place to go… */
  href?: string;
  /** …or something to do. */
  onSelect?: () => void;
}

export interface MenuProps {
  /** What the trigger opens. It is the start of the trigger's accessible name, and the list's name. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  /** Above the items: the person or thing that they are about. */
  header?: ReactNode;
  items: MenuItem[];
  placement?: 'bottom start' | 'bottom end' | 'top start';
}

/** Where the arrows begin: at an item if the keyboard opened the list, at no item if a pointer did. */
export type MenuFocus = 'list' | 'first' | 'last';

/**
 * A button that opens a list of actions. One list is open at a time; a click outside or Esc closes it; arrows open it
 * and move in it. Its script is fetched when a pointer or the focus comes near, so pages load without it.
 */
export function Menu({ label, trigger, triggerClassName, ...list }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<MenuFocus | false>(false);
  const [wanted, setWanted] = useState(false);
  const show = (focus: MenuFocus) => {
    // Some browsers do not focus a pressed button, but the focus must return to it.
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
