import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { useSortable } from '../list/use-sortable.client.tsx';
import { focusFirstField } from './first-field.ts';

interface ItemListProps<Item> {
  /** One of them: "pergunta". */
  noun: string;
  items: readonly Item[];
  most: number;
  fresh(): Item;
  onChange(items: Item[]): void;
  /** The update reads the newest item, because a picture may arrive after later changes. */
  children(item: Item, change: (update: (item: Item) => Item) => void, number: number): ReactNode;
}

/** Items of one section, in an order that the owner drags or moves with the arrow keys. */
export function ItemList<Item>({ noun, items, most, fresh, onChange, children }: ItemListProps<Item>) {
  // Items have no name of their own, so each keeps the key that it got here.
  const keys = useRef<string[]>([]);
  while (keys.current.length < items.length) keys.current.push(crypto.randomUUID());
  const rows = items.map((item, index) => ({ item, key: keys.current[index] ?? '' }));
  const put = (next: typeof rows) => {
    keys.current = next.map(({ key }) => key);
    onChange(next.map(({ item }) => item));
  };
  const latest = useRef({ rows, put });
  latest.current = { rows, put };
  const change = (of: string, update: (item: Item) => Item) => {
    const now = latest.current;
    now.put(now.rows.map((row) => (row.key === of ? { key: of, item: update(row.item) } : row)));
  };
  const sortable = useSortable({
    items: rows,
    keyOf: ({ key }) => key,
    nameOf: ({ key }) => `${noun} ${keys.current.indexOf(key) + 1}`,
    onOrder: put,
  });
  const list = useRef<HTMLOListElement>(null);
  return (
    <div className="flex flex-col gap-2">
      {sortable.announcement}
      <ol ref={list} className="grid grid-cols-1 gap-2">
        {sortable.list.map(({ item, key }, index) => (
          <li
            key={key}
            {...sortable.itemProps(index)}
            className="flex flex-wrap items-center justify-between rounded-control border border-line p-2 data-dragged:border-accent-text data-dragged:bg-accent-soft"
          >
            {sortable.handle(index)}
            <IconButton
              label={`Remover ${noun} ${index + 1}`}
              size="small"
              onClick={() => put(rows.filter((row) => row.key !== key))}
            >
              <Trash2 className="size-4" />
            </IconButton>
            <div className="flex w-full min-w-0 flex-col gap-3 px-2 pb-2">
              {children(item, (update) => change(key, update), index + 1)}
            </div>
          </li>
        ))}
      </ol>
      {items.length < most ? (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          icon={<Plus className="size-4" />}
          onClick={() => {
            put([...rows, { item: fresh(), key: crypto.randomUUID() }]);
            focusFirstField(() => list.current?.lastElementChild);
          }}
        >
          Adicionar {noun}
        </Button>
      ) : (
        <p className="text-small text-muted">O máximo é {most}.</p>
      )}
    </div>
  );
}
