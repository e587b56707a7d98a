import { Tabs as HeroTabs } from '@heroui/react/tabs';
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

/** Several parts, one visible at a time. Keeps its own state unless `selected` is given; scrolls on a phone. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const root = useRef<HTMLDivElement>(null);
  // On a phone, the tab of the address may be outside the visible row.
  useEffect(() => {
    if (selected === undefined) return;
    // The row appears only in a second drawing.
    const frame = requestAnimationFrame(() => {
      const tab = root.current?.querySelector('[role=tab][aria-selected=true]');
      tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [selected]);

  return (
    <HeroTabs
      ref={root}
      variant="secondary"
      selectedKey={selected}
      onSelectionChange={onSelect ? (key) => onSelect(String(key)) : undefined}
      className="gap-5"
    >
      <HeroTabs.ListContainer>
        <HeroTabs.List aria-label={label}>
          {tabs.map((tab) => (
            <HeroTabs.Tab
              key={tab.id}
              id={tab.id}
              className="min-h-11 w-auto flex-none px-4 text-body whitespace-nowrap"
            >
              {tab.label}
              <HeroTabs.Indicator />
            </HeroTabs.Tab>
          ))}
        </HeroTabs.List>
      </HeroTabs.ListContainer>
      {tabs.map((tab) => (
        <HeroTabs.Panel key={tab.id} id={tab.id} className="p-0 outline-offset-4">
          {tab.content}
        </HeroTabs.Panel>
      ))}
    </HeroTabs>
  );
}
