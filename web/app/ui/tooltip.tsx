import { Tooltip as HeroTooltip } from '@heroui/react/tooltip';
import type { ComponentProps } from 'react';
import { Focusable } from 'react-aria-components/Focusable';

interface TooltipProps {
  text: string;
  /** One element that can have the focus: a button, a link. */
  children: ComponentProps<typeof Focusable>['children'];
}

/** A short explanation on hover and focus. Never the only place of something one must know: touch has no hover. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <HeroTooltip>
      <Focusable>{children}</Focusable>
      <HeroTooltip.Content className="max-w-64 rounded-control border border-line bg-overlay px-3 py-1.5 text-small text-text shadow-soft">
        {text}
      </HeroTooltip.Content>
    </HeroTooltip>
  );
}
