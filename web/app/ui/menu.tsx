import { Dropdown } from '@heroui/react/dropdown';
import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';

export interface MenuItem {
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

interface MenuProps {
  /** What the trigger opens: begins its name for those who cannot see it, and names the list. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string;
  /** Above the items: who or what they are about. */
  header?: ReactNode;
  items: MenuItem[];
  placement?: 'bottom start' | 'bottom end' | 'top start';
}

/** A list of actions behind a button. One is open at a time; a click outside or Esc closes it; arrows move. */
export function Menu({ label, trigger, triggerClassName, header, items, placement = 'bottom end' }: MenuProps) {
  return (
    <Dropdown>
      <Dropdown.Trigger className={triggerClassName}>
        <span className="sr-only">{label}: </span>
        {trigger}
      </Dropdown.Trigger>
      <Dropdown.Popover
        placement={placement}
        className="min-w-56 rounded-card border border-line bg-overlay p-1 shadow-soft"
      >
        {header}
        <Dropdown.Menu aria-label={label}>
          {items.map((item) => (
            <Dropdown.Item
              key={item.id}
              id={item.id}
              textValue={item.label}
              isDisabled={item.disabled}
              href={item.href}
              onAction={item.onSelect}
              className={classNames(
                'min-h-11 gap-3 rounded-control px-3 pointer-fine:min-h-9',
                item.danger && 'text-bad',
              )}
            >
              {item.icon ? <span className="text-muted [&_svg]:size-4">{item.icon}</span> : null}
              <span className="truncate">{item.label}</span>
            </Dropdown.Item>
          ))}
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
