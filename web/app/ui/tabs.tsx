import { Tabs as HeroTabs } from '@heroui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';

interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** What the tabs divide. */
  label: string;
  tabs: Tab[];
  selected?: string;
  onSelect?(id: string): void;
}

/** Parts of one thing, one at a time. Uncontrolled unless `selected` is given; the row scrolls on a phone. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const root = useRef<HTMLDivElement>(null);
  // A tab chosen by the address may stand outside of the row on a phone.
  useEffect(() => {
    if (selected === undefined) return;
    // The row is drawn in a second pass.
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
