import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import { type ReactNode, useEffect, useRef } from 'react';

interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** What the tabs are about, for screen readers. */
  label: string;
  tabs: Tab[];
  selected?: string;
  onSelect?(id: string): void;
}

/** Several parts, one visible at a time. Keeps its own state unless `selected` is given; the row scrolls on a phone. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const row = useRef<HTMLDivElement>(null);
  // On a phone, the tab of the address may be outside the visible row.
  useEffect(() => {
    if (selected === undefined) return;
    const tab = row.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
    // A tab opens when it gets the focus. If the former tab kept it, that tab would open again when the person returns to this window.
    if (row.current?.contains(document.activeElement)) tab?.focus();
  }, [selected]);

  return (
    <Root
      {...(selected === undefined ? { defaultValue: tabs[0]?.id } : { value: selected })}
      {...(onSelect && { onValueChange: onSelect })}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <List ref={row} aria-label={label} className="tab-row flex overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Trigger
            key={tab.id}
            value={tab.id}
            // For the same reason Shift+Tab must not reach the tab that was pressed last, if the address opened another.
            {...(selected !== undefined && { tabIndex: tab.id === selected ? 0 : -1 })}
            className="-mb-px min-h-11 flex-none border-b-2 border-transparent px-4 font-medium whitespace-nowrap text-muted outline-offset-[-2px] transition-colors hover:text-text aria-selected:border-accent aria-selected:text-text forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.id} value={tab.id} className="outline-offset-4">
          {tab.content}
        </Content>
      ))}
    </Root>
  );
}
