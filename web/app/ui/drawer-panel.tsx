import { Drawer as HeroDrawer } from '@heroui/react/drawer';
import { X } from 'lucide-react';
import { IconButton } from './button.tsx';
import type { DrawerProps } from './drawer.tsx';
import { WindowEscape } from './window-escape.tsx';
import { WindowFoot } from './window-foot.tsx';

/** What a `Drawer` opens. */
export default function DrawerPanel({ open, onOpenChange, title, aside, footer, children }: DrawerProps) {
  return (
    <HeroDrawer.Backdrop isOpen={open} onOpenChange={onOpenChange}>
      <HeroDrawer.Content placement="right">
        <HeroDrawer.Dialog className="flex w-full max-w-xl flex-col gap-0 rounded-none border-l border-line bg-overlay p-0 shadow-soft">
          <WindowEscape open={open} onClose={() => onOpenChange(false)} />
          <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5">
            <HeroDrawer.Heading className="min-w-0 truncate text-title font-semibold">{title}</HeroDrawer.Heading>
            {aside}
            <IconButton label="Fechar" className="ml-auto" onClick={() => onOpenChange(false)}>
              <X className="size-4.5" />
            </IconButton>
          </div>
          <div className="min-h-0 grow overflow-y-auto p-5 text-text">{children}</div>
          {footer ? <WindowFoot open={open}>{footer}</WindowFoot> : null}
        </HeroDrawer.Dialog>
      </HeroDrawer.Content>
    </HeroDrawer.Backdrop>
  );
}
