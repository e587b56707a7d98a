import { Dropdown } from '@heroui/react/dropdown';
import type { RefObject } from 'react';
import { classNames } from '../lib/class-names.ts';
import type { MenuFocus, MenuProps } from './menu.tsx';

interface MenuListProps extends Pick<MenuProps, 'label' | 'header' | 'items' | 'placement'> {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
  focus: MenuFocus;
}

/** The list that a `Menu` opens. It is apart from its button, because it weighs a fifth of a screen's script. */
export default function MenuList(props: MenuListProps) {
  const { trigger, open, onOpenChange, focus, label, header, items, placement = 'bottom end' } = props;
  return (
    <Dropdown.Popover
      triggerRef={trigger}
      trigger="MenuTrigger"
      isOpen={open}
      onOpenChange={onOpenChange}
      placement={placement}
      aria-label={label}
      className="dropdown__popover min-w-56 rounded-card border border-line bg-overlay p-1 shadow-soft"
    >
      {header}
      <Dropdown.Menu
        aria-label={label}
        autoFocus={focus === 'list' || focus}
        onClose={() => onOpenChange(false)}
        className="dropdown__menu"
      >
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
  );
}
