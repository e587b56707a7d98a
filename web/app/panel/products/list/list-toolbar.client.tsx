import type { Category } from '@vitrine/contract/catalog';
import { saleStates, saleStateTexts } from '@vitrine/contract/product-status';
import { useEffect, useState } from 'react';
import { Select } from '../../../ui/inputs.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { type ListFilters, markTexts } from './list-query.ts';

/** How long a typed search waits for the next letter, in ms. */
const TYPING_MS = 250;

interface ListToolbarProps {
  filters: ListFilters;
  categories: readonly Category[];
  onChange(changes: Record<string, string | null>): void;
}

/** Search and filters of the list; the address holds them. */
export function ProductToolbar({ filters: { search, state, category, mark }, categories, onChange }: ListToolbarProps) {
  const [text, setText] = useState(search);
  // A link can change the address while this screen is open.
  useEffect(() => setText(search), [search]);
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(() => onChange({ search: text.trim() || null }), TYPING_MS);
    return () => clearTimeout(timer);
  });
  const choice = (name: string) => (event: { target: { value: string } }) =>
    onChange({ [name]: event.target.value || null });

  return (
    <search className="grid grid-cols-2 gap-3 md:flex md:flex-wrap">
      <SearchInput
        label="Buscar produto"
        value={text}
        maxLength={80}
        onChange={setText}
        className="col-span-2 grow md:max-xl:basis-full"
      />
      <Select aria-label="Situação" value={state ?? ''} onChange={choice('state')} className="md:w-44 md:max-xl:grow">
        <option value="">Toda situação</option>
        {saleStates.map((known) => (
          <option key={known} value={known}>
            {saleStateTexts[known]}
          </option>
        ))}
      </Select>
      <Select aria-label="Marca" value={mark ?? ''} onChange={choice('mark')} className="md:w-40 md:max-xl:grow">
        <option value="">Toda marca</option>
        {Object.entries(markTexts).map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Categoria"
        value={category ?? ''}
        onChange={choice('category')}
        className="max-md:col-span-2 md:w-48 md:max-xl:grow"
      >
        <option value="">Toda categoria</option>
        {categories.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
    </search>
  );
}
